"""The line: what an agent that asks for work finds waiting, and in which order it tries."""

import hashlib
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


@dataclass
class Line:
    """Index entries as one agent may take them. `mine` is what this call has claimed before, `next_at` when the
    first job that waits for its time can be claimed, and `others_work` says whether anything is claimed.
    """

    workspace: Workspace
    me: Item
    now: datetime
    call: str
    busy: set[str] = field(default_factory=set)
    declined: set[str] = field(default_factory=set)
    mine: Item | None = None
    waiting: list[Item] = field(default_factory=list)
    lapsed: list[Item] = field(default_factory=list)
    next_at: str | None = None
    others_work: bool = False

    def look(self, lease: int) -> "Line":
        """Read the index until there is enough to choose from. One request where the line is short."""
        # Whatever is visible is due by the penalty; whatever this call has claimed, by the lease.
        until = instants.after(self.now, max(queue.BACKGROUND_PENALTY, lease + 1))
        for entry in islice(self.workspace.queue("", until), MOST_ENTRIES):
            self._note(entry)
            if self.mine or len(self.waiting) == CANDIDATES:
                break
        else:
            return self
        return self if self.mine else self._look_for_mine(lease)

    def _look_for_mine(self, lease: int) -> "Line":
        """In a long line an earlier claim by this call lies further on, at the end of its lease."""
        leases = self.workspace.queue(instants.write(self.now), instants.after(self.now, lease + 1))
        self.mine = next((entry for entry in leases if entry.get("claimRequestId") == self.call), None)
        return self

    def _note(self, entry: Item) -> None:
        claimed = entry["status"] == queue.CLAIMED
        self.others_work = self.others_work or claimed
        if entry.get("claimRequestId") == self.call:
            self.mine = entry
        elif not self._may_serve(entry):
            return
        elif entry["visibleAt"] <= instants.write(self.now):
            (self.lapsed if claimed else self.waiting).append(entry)
        elif not claimed:
            self.next_at = min(self.next_at or entry["visibleAt"], entry["visibleAt"])

    def _may_serve(self, entry: Item) -> bool:
        """A job that names an engine goes to an agent that has it, and to anybody while nobody at work has."""
        if self.workspace.job_of(entry) in self.declined:
            return False
        return entry.get("runner") in self._own or entry["runner"] not in self._offered

    @cached_property
    def _own(self) -> set[str | None]:
        return {None, *(runner["id"] for runner in agents.runners_of(self.me))} - self.busy

    @cached_property
    def _offered(self) -> set[str]:
        present = agents.at_work(agents.online(self.workspace, self.now))
        return {runner["id"] for runner in agents.offered(present)}

    def in_order(self, seed: str) -> list[Item]:
        """What is due before what may still wait; within each kind by chance, because agents that all took the head
        of the line would lose nearly every race. By `seed`, so that a call that comes twice at once tries the same
        job first, and claims it once.
        """
        lapsed = sorted(self.lapsed, key=lambda entry: _drawn(entry, seed))[:LAPSED]
        ripe = f"{instants.write(self.now)}~"
        return sorted(lapsed + self.waiting, key=lambda entry: (entry["due"] > ripe, _drawn(entry, seed)))


def _drawn(entry: Item, seed: str) -> bytes:
    return hashlib.sha256(f"{seed}{entry['sk']}".encode()).digest()
