"""A campaign: many stories told side by side, one process for each processor, added up."""

import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing import get_context

from tools.simulation.mutants import MUTANTS, caught
from tools.simulation.story import JOBS, Story, tell

MOST_PROCESSES = 8
TAIL = 40  # lines of a log that are shown
MOST_SEEDS = 2000  # within which a mutant must be caught


@dataclass
class Total:
    """All stories that were told; `broken` is the first in which a promise was not kept."""

    worlds: int = 0
    jobs: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    broken: Story | None = None

    def add(self, story: Story) -> None:
        self.worlds += 1
        self.jobs += story.jobs
        self.ends += story.ends
        self.faults += story.faults
        self.broken = self.broken or (story if story.broken else None)


@contextmanager
def processes() -> Iterator[ProcessPoolExecutor]:
    # Spawned, because a fork of a process with threads may hang; each starts in two seconds. And an executor, because
    # a Pool waits for ever where one of its processes was killed.
    pool = ProcessPoolExecutor(min(os.cpu_count() or 1, MOST_PROCESSES), get_context("spawn"))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def told(pool: ProcessPoolExecutor, first: int, jobs: int) -> Total:
    """Stories from seed `first` on, until there were so many jobs or a promise was broken."""
    total = Total()
    while total.jobs < jobs:
        start = first + total.worlds
        seeds = range(start, start + -(-(jobs - total.jobs) // JOBS))
        for story in pool.map(_tell, seeds, chunksize=4):
            total.add(story)
            if total.broken:
                return total
    return total


def _tell(seed: int) -> Story:
    """A log is long: nobody reads the others."""
    story = tell(seed)
    return story if story.broken else replace(story, log=[])


def hunted(pool: ProcessPoolExecutor) -> Iterator[tuple[str, Story | None]]:
    """Each mutant by name, and the story that has caught it."""
    return zip((mutant.name for mutant in MUTANTS), pool.map(_hunt, range(len(MUTANTS))), strict=True)


def _hunt(number: int) -> Story | None:
    return caught(MUTANTS[number], range(MOST_SEEDS))
