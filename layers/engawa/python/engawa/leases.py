"""Leases: a claimed job stays its agent's while it renews, and goes back when it is released."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from engawa import endings, jobs, queue
from engawa.agents import AgentId
from engawa.errors import NotFound
from engawa.settings import Settings
from engawa.step import Item
from engawa.workspace import Workspace

MAX_NUMBER = 2**53  # what every JSON reader keeps exactly
Fence = Annotated[int, Field(ge=0, le=MAX_NUMBER)]


class RenewIn(BaseModel):
    model_config = ConfigDict(strict=True)

    fence: Fence
    agentId: AgentId | None = None
    phase: Literal["loading", "reading", "writing"] | None = None
    amount: int | None = Field(None, ge=0, le=MAX_NUMBER)  # characters written


class ReleaseIn(BaseModel):
    model_config = ConfigDict(strict=True)

    fence: Fence | None = None
    agentId: AgentId | None = None
    reason: str | None = Field(None, max_length=200)


def last_seen(workspace: Workspace, head: Item) -> str | None:
    """When the agent that holds `head` was last heard of; asked only where its lease hangs on it."""
    if head.get("keptBy") != queue.BY_HEARTBEAT:
        return None
    agent = workspace.get(workspace.agent_key(head["claimedBy"])) or {}
    return agent.get("lastSeenAt")


def renew(
    workspace: Workspace, agent: str, job_id: str, wanted: RenewIn, now: datetime, settings: Settings
) -> dict[str, Any]:
    """One write, no read. StaleClaim when the job went on without this agent: its engine must stop."""
    progress = {key: value for key, value in (("phase", wanted.phase), ("amount", wanted.amount)) if value is not None}
    outcome = workspace.update(workspace.job_key(job_id), queue.renew(agent, wanted.fence, progress, now, settings))
    if outcome.item is None:
        raise NotFound
    if not outcome.done:
        raise endings.refusal(outcome.item, agent, wanted.fence)
    return {
        "status": outcome.item["status"],
        "leaseExpiresAt": outcome.item["leaseExpiresAt"],
        "cancelRequested": "cancelRequestedAt" in outcome.item,
    }


def release(
    workspace: Workspace, agent: str, job_id: str, wanted: ReleaseIn, now: datetime, settings: Settings
) -> dict[str, Any]:
    """Give a job back unharmed: the attempt does not count."""
    head = jobs.head_of(workspace, job_id)
    if _is_over(head, agent, wanted):
        return jobs.wire(workspace, head)
    after = _given_back(workspace, head, agent, wanted, now, settings)
    if endings.holds(after, agent, wanted.fence):
        # A cancel came in between. It ends the job.
        after = _given_back(workspace, after, agent, wanted, now, settings)
    return jobs.wire(workspace, after)


def _given_back(
    workspace: Workspace, head: Item, agent: str, wanted: ReleaseIn, now: datetime, settings: Settings
) -> Item:
    """The head as it then is: back in the line, cancelled or, where a cancel came in between, still held."""
    step = endings.release(head, agent, wanted.fence, now, settings, wanted.reason)
    outcome = workspace.update(workspace.job_key(head["id"]), step)
    after = outcome.item or head
    still_held = endings.holds(after, agent, wanted.fence)
    if not (outcome.done or still_held or _is_over(after, agent, wanted)):
        raise endings.refusal(after, agent, wanted.fence)
    return after


def _is_over(head: Item, agent: str, wanted: ReleaseIn) -> bool:
    """This very claim was given back already, or ended, where the job was to be cancelled: a repetition, and right."""
    ended = head["status"] == queue.CANCELLED and endings.has_ended_by(head, agent, wanted.fence)
    return ended or endings.has_given_back(head, agent, wanted.fence)
