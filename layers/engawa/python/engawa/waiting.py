"""Why a job waits, in one word that is true."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from engawa import agents, instants, queue
from engawa.step import Item
from engawa.workspace import Workspace


@dataclass
class Reasons:
    """For any number of jobs the agents are asked for once."""

    workspace: Workspace
    now: datetime

    def of(self, head: Item) -> str | None:
        """`schedule` before its time, `retry` in the pause after a failure, `agent` while none is online, `paused`
        while all that are take no new job, `runner:ID` while the agents that have the named engine are busy; None for
        its turn, or where nothing waits.
        """
        if head["status"] != queue.PENDING:
            return None
        if head["visibleAt"] > instants.write(self.now):
            return "retry" if head["attempt"] else "schedule"
        if not self._present:
            return "agent"
        if not agents.at_work(self._present):
            return "paused"
        # Where nobody online has the named engine any agent takes the job, so it waits for its turn alone.
        return f"runner:{head['runner']}" if head.get("runner") in self._offered else None

    @cached_property
    def _present(self) -> list[Item]:
        return agents.online(self.workspace, self.now)

    @cached_property
    def _offered(self) -> set[str]:
        return {runner["id"] for runner in agents.offered(agents.at_work(self._present))}
