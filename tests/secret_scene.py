"""A stack, an agent, a model server and the command line, all of whose words land in files of one folder."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]

ROOT = Path(__file__).parent.parent
ENGAWA = [sys.executable, "-m", "engawa_agent"]


@dataclass
class Scene:
    """`folder` holds `said`, what processes printed; `home` of the machine's user; `data` of the stack. `commands` are
    the command lines that anybody on the machine could have read.
    """

    folder: Path
    environ: Mapping[str, str]
    commands: list[str] = field(default_factory=list)

    @contextmanager
    def running(self, name: str, argv: Sequence[str], **environ: str) -> Iterator["subprocess.Popen[str]"]:
        """A process, until the context ends."""
        process = self._started(name, argv, environ)
        try:
            yield process
        finally:
            end(process)

    def call(self, name: str, *arguments: str, typed: str = "", **environ: str) -> int:
        """The exit code of `engawa` with these arguments, which ends by itself."""
        process = self._started(name, [*ENGAWA, *arguments], environ)
        self.note_commands()
        process.communicate(typed, 60)
        return process.returncode

    def said(self, name: str) -> str:
        return (self.folder / "said" / f"{name}.out").read_text(encoding="utf-8")

    def note_commands(self) -> None:
        for process in psutil.Process().children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                self.commands.append(" ".join(process.cmdline()))

    def files_with(self, *texts: str) -> set[str]:
        """Those that hold one of `texts`."""
        wanted = [text.encode() for text in texts]
        paths = [path for path in self.folder.rglob("*") if path.is_file()]
        found = [path for path in paths if any(text in path.read_bytes() for text in wanted)]
        return {str(path.relative_to(self.folder)) for path in found}

    def _started(self, name: str, argv: Sequence[str], environ: Mapping[str, str]) -> "subprocess.Popen[str]":
        said = self.folder / "said"
        said.mkdir(exist_ok=True)
        with (said / f"{name}.out").open("w") as out, (said / f"{name}.err").open("w") as err:
            return subprocess.Popen(
                argv,
                cwd=ROOT,
                env={**self.environ, **environ},
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=err,
                text=True,
            )


def a_scene(folder: Path) -> Scene:
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    homes = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"), str(folder / "home"))
    return Scene(folder, {**kept, **homes, "ENGAWA_KEYRING": "off", "no_proxy": "127.0.0.1"})


def end(process: "subprocess.Popen[str]") -> None:
    """Asked until it ends: an agent gives its job back the second time."""
    while process.poll() is None:
        process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(3)
    if process.stdin:
        process.stdin.close()


def until(condition: Callable[[], Any], seconds: float = 30.0) -> Any:
    """What `condition` gives once it is true."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.05)
    return found
