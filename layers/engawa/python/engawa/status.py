"""How a workspace's AI work stands: its agents, their engines, and what waits."""

from datetime import datetime
from typing import Any

from engawa import agents, instants, queue, waiting
from engawa.step import Item
from engawa.workspace import Workspace


def status(workspace: Workspace, mock_mode: bool, now: datetime) -> dict[str, Any]:
    """What GET /api/ai/status shows. Mock mode answers only while nobody else does."""
    everyone = workspace.agents()
    present = [agent for agent in everyone if agents.is_online(agent, now)]
    return {
        "agent": "online" if present else "offline",
        "mockMode": mock_mode and not present,
        "lastSeenAt": max((agent["lastSeenAt"] for agent in everyone), default=None),
        "runners": agents.offered(agents.at_work(present)),
        "agents": [_agent(agent, now) for agent in everyone],
        "queue": _queue(workspace, waiting.Reasons(workspace, now)),
    }


def _agent(agent: Item, now: datetime) -> dict[str, Any]:
    online = agents.is_online(agent, now)
    return {
        "id": agent["id"],
        "name": agent.get("name", ""),
        "status": "online" if online else "offline",
        "onlineSince": agent["onlineSince"] if online else None,
        "lastSeenAt": agent["lastSeenAt"],
        "paused": agents.paused(agent) if online else None,
        "runners": agents.runners_of(agent),
    }


def _queue(workspace: Workspace, reasons: waiting.Reasons) -> dict[str, Any]:
    """How many jobs wait for an agent, for their time, or run; and which has waited longest since its creation."""
    waits: list[str] = []
    scheduled = running = 0
    for entry in workspace.open_jobs():
        if entry["status"] == queue.CLAIMED:
            running += 1
        elif entry["visibleAt"] > instants.write(reasons.now):
            scheduled += 1
        else:
            waits.append(workspace.job_of(entry))
    # Ids begin with the time of their creation.
    oldest = _oldest(workspace, min(waits), reasons) if waits else None
    return {"waiting": len(waits), "scheduled": scheduled, "running": running, "oldest": oldest}


def _oldest(workspace: Workspace, job_id: str, reasons: waiting.Reasons) -> dict[str, Any] | None:
    head = workspace.get(workspace.job_key(job_id))
    if head is None or head["status"] != queue.PENDING:
        return None
    told = {key: head[key] for key in ("id", "type", "createdAt")}
    return {**told, "waitingFor": reasons.of(head)}
