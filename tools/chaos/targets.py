"""Machines in the state that a fault needs, each for one fault at a time."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.chaos import diary
from tools.chaos.diary import Run
from tools.chaos.machine import Machine

FIND_SECONDS = 120.0  # longer than the server is away
LOOK_SECONDS = 0.1


@dataclass(frozen=True)
class Target:
    """`run` is what its engine does; None where it does nothing."""

    machine: Machine
    run: Run | None


@dataclass(frozen=True)
class Targets:
    """`wait` takes seconds, and says whether all is over."""

    machines: Sequence[Machine]
    folder: Path
    rng: random.Random
    wait: Callable[[float], bool]

    @contextmanager
    def one(self, working: bool, left: float = 0.0) -> Iterator[Target | None]:
        """A machine that nothing else happens to until the context ends, its engine with `left` seconds of work
        before it, or none at all. None where no machine comes into that state.
        """
        found = self._find(working, left)
        try:
            yield found
        finally:
            if found:
                found.machine.taken.release()

    def _find(self, working: bool, left: float) -> Target | None:
        deadline = time.monotonic() + FIND_SECONDS
        while time.monotonic() < deadline and not self.wait(LOOK_SECONDS):
            runs = [run for run in diary.read(self.folder) if run.ended is None]
            for machine in self.rng.sample(self.machines, len(self.machines)):
                if machine.taken.acquire(blocking=False):
                    run = next((run for run in reversed(runs) if machine.is_at(run)), None)
                    if machine.is_running and (_has(run, left) if working else run is None):
                        return Target(machine, run)
                    machine.taken.release()
        return None


def _has(run: Run | None, left: float) -> bool:
    return run is not None and run.started + run.seconds - time.monotonic() >= left
