"""What the scripted engine wrote down: each of its runs, from start to end. Pure, but for the reading."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

LOG = "engine.log"


@dataclass(frozen=True)
class Run:
    """One start of the engine; times by the monotonic clock. `ended` is None where it was stopped, or still works."""

    marker: str
    number: int
    agent: str
    pid: int
    started: float
    seconds: float
    ended: float | None = None
    child: int | None = None

    @property
    def name(self) -> str:
        return f"{self.marker}.{self.number}"


def read(folder: Path) -> list[Run]:
    """In the order of their starts."""
    log = folder / LOG
    return parse(log.read_text(encoding="ascii").splitlines()) if log.exists() else []


def parse(lines: Iterable[str]) -> list[Run]:
    runs: dict[str, Run] = {}
    for at, what, name, agent, *more in map(str.split, lines):
        if what == "start":
            marker, _, number = name.partition(".")
            runs[name] = Run(marker, int(number), agent, int(more[0]), float(at), float(more[1]))
        elif what == "child":
            runs[name] = replace(runs[name], child=int(more[0]))
        else:
            runs[name] = replace(runs[name], ended=float(at))
    return list(runs.values())
