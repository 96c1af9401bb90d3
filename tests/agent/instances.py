"""Small real processes that hold a number, as `engawa run` does."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Ends when it is asked to in a way that it obeys; leaves a grandchild behind where it is told to.
PROGRAM = """
import subprocess, sys, time
from datetime import UTC, datetime
from pathlib import Path
from engawa_agent import instance

home, obeys, child = Path(sys.argv[1]), sys.argv[2].split("+"), sys.argv[3]
with instance.take(home, "https://here.example", datetime.now(UTC)) as mine:
    pid = subprocess.Popen([sys.executable, "-c", child]).pid if child else 0
    print(mine.number, mine.agent_id, pid, flush=True)
    while mine.stop_requested() not in obeys:
        time.sleep(0.01)
"""


class Held:
    """`number` and `agent_id` as the process has them; `child` is its grandchild's pid."""

    def __init__(self, home: Path, obeys: str, child: str) -> None:
        argv = [sys.executable, "-c", PROGRAM, str(home), obeys, child]
        self.process = subprocess.Popen(argv, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        number, self.agent_id, pid = self.process.stdout.readline().split()
        self.number, self.child = int(number), int(pid)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(10)


@contextmanager
def held(home: Path, obeys: str = "stop+now", child: str = "") -> Iterator[Held]:
    one = Held(home, obeys, child)
    try:
        yield one
    finally:
        one.kill()
        assert one.process.stdout is not None
        one.process.stdout.close()
