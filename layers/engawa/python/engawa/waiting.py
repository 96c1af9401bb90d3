"""Why a job waits, in one word that is true."""

from datetime import datetime

from engawa import agents, instants, queue
from engawa.step import Item
from engawa.workspace import Workspace


def reason(workspace: Workspace, head: Item, now: datetime) -> str | None:
    """`retry` until the pause after a failure is over, `agent` while none is online, `runner:ID` while the agent
    that has the named engine is busy; None for its turn, or where nothing waits.
    """
    if head["status"] != queue.PENDING:
        return None
    if head["visibleAt"] > instants.write(now):
        return "retry"
    present = agents.online(workspace, now)
    if not present:
        return "agent"
    return f"runner:{head['runner']}" if head.get("runner") else None
