"""Claims: how an agent gets a job, one agent each."""

import hashlib
import random
import secrets
from datetime import datetime
from typing import Any

from pydantic import Field

from engawa import agents, cadence, instants, jobs, lapses, queue
from engawa.agents import HeartbeatIn
from engawa.ids import Id
from engawa.leases import last_seen
from engawa.line import Line
from engawa.queue import Claimer
from engawa.settings import Settings
from engawa.step import Item, Step
from engawa.workspace import Workspace

TRIES = 3  # races lost before the agent is asked to come again


class ClaimIn(HeartbeatIn):
    """`requestId` names this call: repeated after a lost answer it gets the same claim again."""

    requestId: str | None = Field(None, min_length=8, max_length=100)
    busy: list[str] = Field([], max_length=50)  # engines of its own that have no hand free for a job that names them
    declined: list[Id] = Field([], max_length=100)  # jobs that its own policy refuses


def claim(
    workspace: Workspace, agent: str, wanted: ClaimIn, now: datetime, settings: Settings
) -> tuple[dict[str, Any] | None, int]:
    """A job for this agent, or None; and after how many milliseconds to ask again. A call that is repeated with its
    request id gets what it got before.
    """
    seen = agents.seen(workspace, agent, wanted, now)
    claimer = Claimer(agent, _call(agent, wanted.requestId), wanted.requestId is not None)
    line = Line(workspace, seen.agent, now, claimer.call, set(wanted.busy), set(wanted.declined))
    line.look(settings.lease)
    head = _claimed_before(line, claimer) if line.mine else _take(line, claimer, settings)
    pause = cadence.milliseconds(
        cadence.seconds(seen.quiet, _next_job(line), line.others_work),
        random.random(),  # noqa: S311 jitter
    )
    return (_with_terms(jobs.whole(workspace, head), head, settings, pause) if head else None), pause


def _call(agent: str, request_id: str | None) -> str:
    """This call by a name that no other agent can use, and one that names none by one of its own: botocore may repeat
    what it writes.
    """
    return hashlib.sha256(f"{agent} {request_id or secrets.token_hex()}".encode()).hexdigest()[:32]


def _next_job(line: Line) -> float | None:
    """In how many seconds there is something to claim. Where jobs wait and none was claimed, races were lost."""
    if line.waiting:
        return 0
    return None if line.next_at is None else instants.seconds_until(line.next_at, line.now)


def _with_terms(job: dict[str, Any], head: Item, settings: Settings, pause: int) -> dict[str, Any]:
    return {
        **job,
        "fence": head["fence"],
        "leaseExpiresAt": head["leaseExpiresAt"],
        "leaseSeconds": settings.lease,
        "renewSeconds": settings.renew,
        "hardLimitSeconds": settings.hard_limit,
        "pollAfterMs": pause,
    }


def _claimed_before(line: Line, claimer: Claimer) -> Item | None:
    """The job that an earlier call with this request id has claimed, unless it went on since."""
    head = line.workspace.get(line.workspace.job_key(line.workspace.job_of(line.mine or {})))
    return head if head and _is_this_claim(head, claimer) else None


def _is_this_claim(head: Item, claimer: Claimer) -> bool:
    mine = head.get("claimedBy") == claimer.agent and head.get("claimRequestId") == claimer.call
    return bool(head["status"] == queue.CLAIMED and mine)


def _take(line: Line, claimer: Claimer, settings: Settings) -> Item | None:
    """The first candidate that nobody else takes at the same moment."""
    workspace, lost_races = line.workspace, 0
    for entry in line.in_order(claimer.call):
        head = workspace.get(workspace.job_key(workspace.job_of(entry)))
        if head is None or not _is_free(workspace, head, line.now, settings):
            continue
        claimed = _claim_one(workspace, head, claimer, line.now, settings)
        lost_races += claimed is None
        if claimed or lost_races == TRIES:
            return claimed
    return None


def _claim_one(workspace: Workspace, head: Item, claimer: Claimer, now: datetime, settings: Settings) -> Item | None:
    """The head as claimed, or None: someone else was quicker, or its time had run out."""
    key, over = workspace.job_key(head["id"]), _over(head, now, settings)
    if over:
        workspace.update(key, over)
        return None
    outcome = workspace.update(key, queue.claim(head, claimer, now, settings))
    # A lost reply makes botocore repeat a write that succeeded; its failure then shows our own claim.
    mine = outcome.done or (outcome.item is not None and _is_this_claim(outcome.item, claimer))
    return outcome.item if mine else None


def _over(head: Item, now: datetime, settings: Settings) -> Step | None:
    """How a free job ends that is not to be claimed again: too late, its last attempt lost, or nobody wants it."""
    if lapses.has_expired(head, now):
        return lapses.expire(head, now, settings)
    is_last = queue.is_to_be_cancelled(head) or not queue.may_try_again(head, settings)
    return lapses.lapse(head, now, settings) if head["status"] == queue.CLAIMED and is_last else None


def _is_free(workspace: Workspace, head: Item, now: datetime, settings: Settings) -> bool:
    if head["status"] == queue.PENDING:
        return bool(head["visibleAt"] <= instants.write(now))
    return head["status"] == queue.CLAIMED and lapses.has_lapsed(head, last_seen(workspace, head), now, settings)
