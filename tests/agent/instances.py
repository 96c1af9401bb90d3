"""Small real processes that hold a number, as `engawa run` does."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

# Ends when it is asked to in a way that it obeys; leaves a grandchild behind where it is told to.
PROGRAM = """
import os, subprocess, sys, time
from datetime import UTC, datetime
from pathlib import Path
from engawa_agent import instance, mark

home, obeys, child = Path(sys.argv[1]), sys.argv[2].split("+"), sys.argv[3]
with instance.take(home, "https://here.example", datetime.now(UTC)) as mine:
    os.environ[mark.VARIABLE] = mine.mark
    pid = subprocess.Popen([sys.executable, "-c", child]).pid if child else 0
    print(mine.number, mine.agent_id, pid, flush=True)
    while mine.stop_requested() not in obeys:
        time.sleep(0.01)
"""


class Held:
    """`number` and `agent_id` as the process has them; `child` is its grandchild's pid."""

    def __init__(self, home: Path, obeys: str, child: str, **environ: str) -> None:
        argv, environ = [sys.executable, "-c", PROGRAM, str(home), obeys, child], {**os.environ, **environ}
        self.process = subprocess.Popen(argv, env=environ, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        number, self.agent_id, pid = self.process.stdout.readline().split()
        self.number, self.child = int(number), int(pid)
        self._child = psutil.Process(self.child) if self.child else None

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(10)

    def end(self) -> None:
        self.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()
        with suppress(psutil.Error):
            if self._child:
                self._child.kill()  # not one that has its number by now


@contextmanager
def held(home: Path, obeys: str = "stop+now", child: str = "", **environ: str) -> Iterator[Held]:
    one = Held(home, obeys, child, **environ)
    try:
        yield one
    finally:
        one.end()
