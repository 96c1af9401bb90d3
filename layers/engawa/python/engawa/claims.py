"""Claims: how an agent gets a job, one agent each."""

import random
from datetime import datetime
from typing import Any

from pydantic import Field

from engawa import agents, instants, jobs, queue
from engawa.agents import HeartbeatIn
from engawa.leases import last_seen
from engawa.line import Choose, Line
from engawa.queue import Claimer
from engawa.settings import Settings
from engawa.step import Item
from engawa.workspace import Workspace

TRIES = 3  # races lost before the agent is asked to come again


class ClaimIn(HeartbeatIn):
    """`requestId` names this call: repeated after a lost answer it gets the same claim again."""

    requestId: str | None = Field(None, min_length=8, max_length=100)


def claim(
    workspace: Workspace,
    agent: str,
    wanted: ClaimIn,
    now: datetime,
    settings: Settings,
    choose: Choose = random.choice,
) -> dict[str, Any] | None:
    """A job for this agent, or None. A call that is repeated with its request id gets what it got before."""
    me = agents.seen(workspace, agent, wanted, now)
    claimer = Claimer(agent, wanted.requestId)
    line = Line(workspace, me, now, wanted.requestId).look(settings.lease)
    head = _claimed_before(line, claimer) if line.mine else _take(line, claimer, settings, choose)
    return _with_terms(jobs.whole(workspace, head), head, settings) if head else None


def _with_terms(job: dict[str, Any], head: Item, settings: Settings) -> dict[str, Any]:
    return {
        **job,
        "fence": head["fence"],
        "leaseExpiresAt": head["leaseExpiresAt"],
        "leaseSeconds": settings.lease,
        "renewSeconds": settings.renew,
        "pollAfterMs": agents.POLL_AFTER_MS,
    }


def _claimed_before(line: Line, claimer: Claimer) -> Item | None:
    """The job that an earlier call with this request id has claimed, unless it went on since."""
    head = line.workspace.get(line.workspace.job_key(line.workspace.job_of(line.mine or {})))
    return head if head and _is_this_claim(head, claimer) else None


def _is_this_claim(head: Item, claimer: Claimer) -> bool:
    mine = head.get("claimedBy") == claimer.agent and head.get("claimRequestId") == claimer.request_id
    return bool(head["status"] == queue.CLAIMED and claimer.request_id and mine)


def _take(line: Line, claimer: Claimer, settings: Settings, choose: Choose) -> Item | None:
    """The first candidate that nobody else takes at the same moment."""
    workspace, lost_races = line.workspace, 0
    for entry in line.in_order(choose):
        head = workspace.get(workspace.job_key(workspace.job_of(entry)))
        if head is None or not _is_free(workspace, head, line.now, settings):
            continue
        claimed = _claim_one(workspace, head, claimer, line.now, settings)
        lost_races += claimed is None
        if claimed or lost_races == TRIES:
            return claimed
    return None


def _claim_one(workspace: Workspace, head: Item, claimer: Claimer, now: datetime, settings: Settings) -> Item | None:
    """The head as claimed, or None: someone else was quicker, or it was its last attempt that lapsed."""
    key = workspace.job_key(head["id"])
    if head["status"] == queue.CLAIMED and not queue.may_try_again(head, settings):
        workspace.update(key, queue.lapse(head, now, settings))
        return None
    outcome = workspace.update(key, queue.claim(head, claimer, now, settings))
    # A lost reply makes botocore repeat a write that succeeded; its failure then shows our own claim.
    mine = outcome.done or (outcome.item is not None and _is_this_claim(outcome.item, claimer))
    return outcome.item if mine else None


def _is_free(workspace: Workspace, head: Item, now: datetime, settings: Settings) -> bool:
    if head["status"] == queue.PENDING:
        return bool(head["visibleAt"] <= instants.write(now))
    return head["status"] == queue.CLAIMED and queue.has_lapsed(head, last_seen(workspace, head), now, settings)
