"""One command of somebody else's, run to its end in a process group of its own, of which nothing is left."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from engawa_agent.errors import Cancelled, EngineError

# Asked first, then killed: together less than the 2 s in which a whole group has to be gone.
ASKING_SECONDS = 1.0
KILLING_SECONDS = 0.7
LOOK_SECONDS = 0.05


@dataclass(frozen=True)
class Command:
    """`output_limit` is in bytes and holds for stdout and for stderr; `environ` is the whole environment."""

    argv: Sequence[str]
    folder: Path
    environ: Mapping[str, str] = field(repr=False)
    stdin: str = field(default="", repr=False)
    seconds: float = 600.0
    output_limit: int = 1_000_000


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str


def run(command: Command, cancel: threading.Event) -> Ended:
    """Run it to its end. Raises Cancelled, or EngineError when it cannot start or passes one of its limits.

    However it ends, its process group is gone when this returns, grandchildren too.
    """
    process = _started(command)
    out, err = _Reader(process.stdout, command.output_limit), _Reader(process.stderr, command.output_limit)
    writer = threading.Thread(target=_write, args=(process, command.stdin), daemon=True)
    writer.start()
    try:
        _watch(process, command, cancel, (out, err))
    finally:
        end_group(process)
        writer.join(KILLING_SECONDS)
    return Ended(process.returncode, out.text(), err.text())


def end_group(process: "subprocess.Popen[bytes]") -> None:
    """End the group that `process` leads: asked, and after a second killed. Harmless when it is gone."""
    for sign, seconds in ((signal.SIGTERM, ASKING_SECONDS), (signal.SIGKILL, KILLING_SECONDS)):
        if not _signal(process.pid, sign) or _gone_within(process, seconds):
            break
    process.poll()


def _started(command: Command) -> "subprocess.Popen[bytes]":
    try:
        return subprocess.Popen(
            list(command.argv),
            cwd=command.folder,
            env=dict(command.environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        name = Path(command.argv[0]).name
        raise EngineError(f"{name} could not be started: {error.strerror}", False, "not_installed") from error


def _watch(
    process: "subprocess.Popen[bytes]",
    command: Command,
    cancel: threading.Event,
    readers: tuple["_Reader", "_Reader"],
) -> None:
    deadline = time.monotonic() + command.seconds
    while process.poll() is None:
        if cancel.wait(LOOK_SECONDS):
            raise Cancelled
        if time.monotonic() > deadline:
            raise EngineError(f"No answer within {command.seconds:.0f} s.", True, "silent")
        if any(reader.overflowed for reader in readers):
            message = f"More than {command.output_limit} bytes came out of it."
            raise EngineError(message, False, "output_limit")


def _write(process: "subprocess.Popen[bytes]", text: str) -> None:
    """A command that ends without reading its input breaks the pipe; its exit code says the rest."""
    assert process.stdin is not None
    try:
        with process.stdin as pipe:
            pipe.write(text.encode("utf-8", "replace"))
    except OSError:
        pass


class _Reader:
    """Takes in what comes out of one pipe, up to a limit; goes on reading past it, so that nobody blocks."""

    def __init__(self, pipe: IO[bytes] | None, limit: int) -> None:
        assert pipe is not None
        self._pipe = pipe
        self._limit = limit
        self._bytes = bytearray()
        self.overflowed = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def text(self) -> str:
        # Only a process that left its group can still hold the pipe open; it is not waited for.
        self._thread.join(KILLING_SECONDS)
        return self._bytes.decode("utf-8", "replace")

    def _read(self) -> None:
        with self._pipe:
            while chunk := os.read(self._pipe.fileno(), 65536):
                room = self._limit - len(self._bytes)
                self._bytes += chunk[:room]
                self.overflowed = self.overflowed or len(chunk) > room


def _signal(group: int, sign: int) -> bool:
    """Whether there was anybody left in the group to be told."""
    try:
        os.killpg(group, sign)
    except (ProcessLookupError, PermissionError):  # macOS says "not permitted" of a group of zombies
        return False
    return True


def _gone_within(process: "subprocess.Popen[bytes]", seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        process.poll()  # a leader that nobody reaps would count as alive
        if not _signal(process.pid, 0):
            return True
        time.sleep(LOOK_SECONDS / 2)
    return False
