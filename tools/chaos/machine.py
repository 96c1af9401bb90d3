"""One machine: a home of its own, in it an agent that can be killed, suspended, and started again under its name."""

import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]

from tools.chaos import copilot
from tools.chaos.diary import Run

PROGRAM = '#!/bin/sh\nexec {command} "$@"\n'
# A laptop that runs this on its battery is not to be told that its agents are paused.
POLICY = 'on_battery = "run"\n'
# It gives a job ten seconds, and what hangs two more; the rest is for a machine that is busy.
STOP_SECONDS = 45.0
UP_SECONDS = 45.0
LOOK_SECONDS = 0.05
GAVE_BACK = 130  # its exit code when its time was over


class Machine:
    """`taken` is held by whoever does something to it, `environment` is its agent's, whose engine is the scripted one.
    `trouble` has what it did otherwise than told.
    """

    def __init__(self, folder: Path, name: str, url: str, token: str) -> None:
        self.name = name
        self.taken = threading.Lock()
        self.trouble: list[str] = []
        self._home = folder / name
        self.environment = _environment(self._home, url, token)
        self._process: subprocess.Popen[bytes] | None = None
        self._said_before = 0
        self._prepare(folder)

    def _prepare(self, folder: Path) -> None:
        program = self._home / "bin" / "copilot"
        program.parent.mkdir(parents=True)
        self._temporary.mkdir()
        command = [sys.executable, "-IS", copilot.__file__, str(folder), self.name]
        program.write_text(PROGRAM.format(command=shlex.join(command)), encoding="utf-8")
        program.chmod(0o755)
        (self._home / "policy.toml").write_text(POLICY, encoding="utf-8")

    @property
    def _temporary(self) -> Path:
        return self._home / "tmp"

    @property
    def said(self) -> list[dict[str, Any]]:
        """All that its agents have said so far."""
        log = self._home / "said.jsonl"
        lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        return [json.loads(line) for line in lines]

    @property
    def folders(self) -> list[str]:
        """What lies in its temporary one."""
        return [str(path) for path in self._temporary.iterdir()]

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def is_at(self, run: Run) -> bool:
        """Whether its agent, and not one that was killed, has started this run, and waits for it."""
        try:
            return self.is_running and bool(psutil.Process(run.pid).ppid() == self.pid)
        except psutil.NoSuchProcess:
            return False

    def start(self) -> None:
        """What it says goes on in its files, so that they tell its whole story."""
        self._said_before = len(self.said)
        policy = str(self._home / "policy.toml")
        command = [sys.executable, "-m", "engawa_agent", "run", "--json", "--engine", "copilot-cli", "--policy", policy]
        with (self._home / "said.jsonl").open("ab") as out, (self._home / "errors.txt").open("ab") as err:
            self._process = subprocess.Popen(
                command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )

    def kill(self) -> float:
        """The agent alone, as the system does that is out of memory; when it was."""
        assert self._process is not None
        self._process.kill()
        at = time.monotonic()
        self._process.wait()
        return at

    def stop(self) -> None:
        """Asked, once it is up: the job in hand is finished, or after ten seconds given back."""
        if self._process and self.is_running:
            self._until_up()
            self._process.send_signal(signal.SIGTERM)
            code = self._process.wait(STOP_SECONDS)
            if code not in (0, GAVE_BACK):
                self.trouble.append(f"{self.name} was told to stop and ended with {code}")

    def _until_up(self) -> None:
        """Until it has cleared away what one that was killed has left, and looked for its engine."""
        deadline = time.monotonic() + UP_SECONDS
        while self.is_running and time.monotonic() < deadline:
            if any(event["event"] == "engines" for event in self.said[self._said_before :]):
                return
            time.sleep(LOOK_SECONDS)
        self.trouble.append(f"{self.name} did not come up")

    def look_after(self) -> None:
        """Start it again where it has ended by itself."""
        if self.taken.acquire(blocking=False):
            if self._process and not self.is_running:
                self.trouble.append(f"{self.name} ended with {self._process.returncode}")
                self.start()
            self.taken.release()

    def suspend(self, whole: bool) -> list[psutil.Process]:
        """Stop the agent, and with `whole` all that it runs. What was stopped, to be woken."""
        agent = psutil.Process(self.pid)
        agent.suspend()
        stopped = [agent, *(agent.children(recursive=True) if whole else ())]
        for process in stopped[1:]:
            _if_there(process.suspend)
        return stopped


def wake(stopped: list[psutil.Process]) -> float:
    """When it was."""
    for process in reversed(stopped):
        _if_there(process.resume)
    return time.monotonic()


def is_gone(pid: int) -> bool:
    """No process of that id, or one that only waits to be buried."""
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def _if_there(act: Callable[[], object]) -> None:
    try:
        act()
    except psutil.NoSuchProcess:
        return


def _environment(home: Path, url: str, token: str) -> dict[str, str]:
    """Nothing of whoever runs this, but what a program needs to start."""
    kept = {name: os.environ[name] for name in ("LANG", "LC_ALL", "SYSTEMROOT") if name in os.environ}
    path = f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"
    access = {"ENGAWA_URL": url, "ENGAWA_TOKEN": token, "GH_TOKEN": "scripted"}
    # A folder of its own for what is temporary: whatever is in it in the end has been left behind.
    return {**kept, **access, "HOME": str(home), "TMPDIR": str(home / "tmp"), "PATH": path}
