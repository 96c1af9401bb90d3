"""What a reader writes down on its way through a file."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engawa_agent.importing.result import Counts, Note


@dataclass
class Log:
    """`found` and `left_out` count items, `kept` the fields kept aside, by name."""

    notes: list[Note] = field(default_factory=list)
    found: int = 0
    left_out: int = 0
    kept: Counter[str] = field(default_factory=Counter)

    def note(self, place: str, *what: str) -> None:
        self.notes += [Note(place, each) for each in what]

    def leave_out(self, place: str, why: str) -> None:
        self.left_out += 1
        self.note(place, f"{why}: left out")

    def keep(self, names: Sequence[str]) -> None:
        self.kept.update(names)

    def counts(self) -> Counts:
        return Counts(self.found, self.found - self.left_out, self.left_out, dict(sorted(self.kept.items())))
