"""The line: what an agent that asks for work finds waiting, and in which order it tries."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from itertools import islice

from engawa import agents, instants, queue
from engawa.step import Item
from engawa.workspace import Workspace

CANDIDATES = 100  # waiting jobs that one claim chooses from
LAPSED = 5  # claimed jobs whose first lease is over: each costs a read to learn its true lease
MOST_ENTRIES = 1000  # index entries that one claim reads
LONGEST_PENALTY = 600  # seconds: whatever is visible is due within this

Choose = Callable[[Sequence[Item]], Item]


@dataclass
class Line:
    """Index entries as one agent may take them. `mine` is what its request id has claimed before."""

    workspace: Workspace
    me: Item
    now: datetime
    request_id: str | None
    mine: Item | None = None
    waiting: list[Item] = field(default_factory=list)
    lapsed: list[Item] = field(default_factory=list)

    def look(self, lease: int) -> "Line":
        """Read the index until there is enough to choose from. One request where the line is short."""
        until = instants.after(self.now, LONGEST_PENALTY)
        for entry in islice(self.workspace.queue("", until), MOST_ENTRIES):
            self._note(entry)
            if self.mine or len(self.waiting) == CANDIDATES:
                break
        else:
            return self
        return self if self.mine else self._look_for_mine(lease)

    def _look_for_mine(self, lease: int) -> "Line":
        """In a long line an earlier claim of this request id lies further on, at the end of its lease."""
        if self.request_id:
            leases = self.workspace.queue(instants.write(self.now), instants.after(self.now, lease + 1))
            self.mine = next((entry for entry in leases if entry.get("claimRequestId") == self.request_id), None)
        return self

    def _note(self, entry: Item) -> None:
        if self.request_id and entry.get("claimRequestId") == self.request_id:
            self.mine = entry
        elif entry["visibleAt"] <= instants.write(self.now) and self._may_serve(entry):
            (self.waiting if entry["status"] == queue.PENDING else self.lapsed).append(entry)

    def _may_serve(self, entry: Item) -> bool:
        """A job that names an engine goes to an agent that has it, and to anybody while nobody online has."""
        return entry.get("runner") in self._own or entry["runner"] not in self._of_others

    @cached_property
    def _own(self) -> set[str | None]:
        return {None, *(runner["id"] for runner in agents.runners_of(self.me))}

    @cached_property
    def _of_others(self) -> set[str]:
        return {runner["id"] for runner in agents.offered(agents.online(self.workspace, self.now))}

    def in_order(self, choose: Choose) -> Iterator[Item]:
        """What is due before what may still wait; at random within each kind, because agents that all took the head
        of the line would lose nearly every race.
        """
        some = list(islice(_drawn(list(self.lapsed), choose), LAPSED)) + self.waiting
        ripe = [entry for entry in some if entry["due"] <= f"{instants.write(self.now)}~"]
        yield from _drawn(ripe, choose)
        yield from _drawn([entry for entry in some if entry["due"] > f"{instants.write(self.now)}~"], choose)


def _drawn(entries: list[Item], choose: Choose) -> Iterator[Item]:
    while entries:
        picked = choose(entries)
        entries.remove(picked)
        yield picked
