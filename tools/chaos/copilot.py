"""A `copilot` that acts by its script, and writes down when it starts and ends.

It is run as `copilot.py FOLDER AGENT [flags]`; the agent knows only its flags. It imports little, because it starts
for each job. What it says of its version is what the real one says.
"""

import os
import signal
import sys
import time
from itertools import count
from pathlib import Path

VERSION = "GitHub Copilot CLI 1.0.102.\nRun 'copilot update' to check for updates."
BEFORE, AFTER = "[order ", "]"  # around the marker in a prompt
SLICE = 0.05  # seconds


def main(folder: Path, agent: str, flags: list[str]) -> int:
    """The exit code."""
    if flags == ["--version"]:
        print(VERSION)
        return 0
    marker = sys.stdin.read().partition(BEFORE)[2].partition(AFTER)[0]
    number = _number(folder / "runs", marker)
    seconds, ending, child = _act(folder / "acts" / marker, number)
    run = f"{marker}.{number}"
    note(folder, "start", run, agent, os.getpid(), seconds)
    if child == "1":
        note(folder, "child", run, agent, left_behind())
    work(float(seconds))
    note(folder, "end", run, agent)
    return end(run, ending)


def _number(folder: Path, marker: str) -> int:
    """The how manieth run of this job it is, also when two start at once."""
    for number in count(1):
        try:
            os.close(os.open(folder / f"{marker}.{number}", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            continue
        return number
    raise AssertionError("there are always more numbers")


def _act(path: Path, number: int) -> list[str]:
    acts = path.read_text(encoding="ascii").splitlines()
    return acts[min(number, len(acts)) - 1].split()


def note(folder: Path, *words: object) -> None:
    """One line in one write, which nobody else's comes between. The clock is the same for all processes."""
    line = " ".join(map(str, (f"{time.monotonic():.3f}", *words)))
    log = os.open(folder / "engine.log", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(log, f"{line}\n".encode())
    os.close(log)


def left_behind() -> int:
    """A process that outlives its parent, holds its output open and does not heed SIGTERM."""
    import subprocess  # as slow to import as everything else together, and rarely needed

    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = subprocess.Popen(["sleep", "86400"])  # what is ignored stays so in a child
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    return child.pid


def work(seconds: float) -> None:
    """In slices, because a machine that sleeps does no work meanwhile."""
    for _ in range(round(seconds / SLICE)):
        time.sleep(SLICE)


def end(run: str, ending: str) -> int:
    if ending == "failure":
        sys.stderr.write("socket hang up\n")
    elif ending == "refusal":
        sys.stderr.write("You have exceeded your quota\n")
    elif ending == "answer":
        print(f"- Written in run {run}.")
    return int(ending in ("failure", "refusal"))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3:]))
