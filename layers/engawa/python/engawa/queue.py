"""The rules of a job's life, pure: what a step needs and what it sets. How its agent ends a claim is in `endings.py`.

`head` is a job's head as read, `now` the server's clock. `jobs.py` carries the steps out on the table. A step never
adds to a number; it sets the number it computed, because a repeated write must not count twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engawa import instants
from engawa.settings import Settings
from engawa.step import ABSENT, AFTER, EQUALS, Clause, Item, Step

PENDING, CLAIMED, DONE, FAILED, CANCELLED = "pending", "claimed", "done", "failed", "cancelled"
ENDED = (DONE, FAILED, CANCELLED)

BY_RENEWAL, BY_HEARTBEAT = "renewal", "heartbeat"  # how a claim is kept
HEARTBEAT_FRESH = 90  # seconds: an agent that never renews keeps its job for as long as it was heard of

# A cancel at the same moment must not be lost: what puts a job back into the line demands this.
NOT_CANCELLED = Clause("cancelRequestedAt", ABSENT)

Head = Mapping[str, Any]


@dataclass(frozen=True)
class Claimer:
    """Who asks for a job. An agent that sends a request id also renews; the older kind does neither."""

    agent: str
    request_id: str | None = None


def due(visible_at: str, penalty: int, job_id: str) -> str:
    """One order for all that waits: its time, plus a penalty for what may wait, so that it is overtaken but never
    starved.
    """
    return f"{instants.after(instants.read(visible_at), penalty)}#{job_id}"


def created(job_id: str, facts: Item, penalty: int, shard: str, now: datetime, settings: Settings) -> Item:
    """The head of a new job; `facts` are what never changes about it."""
    written, expiry = instants.write(now), instants.after(now, settings.expire_after)
    return {
        **facts,
        "id": job_id,
        "status": PENDING,
        "fence": 0,
        "attempt": 0,
        "penalty": penalty,
        "visibleAt": written,
        "due": due(written, penalty, job_id),
        "leaseShard": shard,
        "leaseAt": expiry,
        "expiry": expiry,
        "createdAt": written,
        "updatedAt": written,
    }


def lease_end(head: Head, last_seen: str | None, settings: Settings) -> str:
    """Until when a claimed job is its agent's. `last_seen` is the agent's last sign of life."""
    end = str(head["leaseExpiresAt"])
    if head["keptBy"] == BY_HEARTBEAT and last_seen:
        end = max(end, instants.after(instants.read(last_seen), HEARTBEAT_FRESH))
    return min(end, instants.after(instants.read(head["claimedAt"]), settings.hard_limit))


def has_lapsed(head: Head, last_seen: str | None, now: datetime, settings: Settings) -> bool:
    return head["status"] == CLAIMED and lease_end(head, last_seen, settings) < instants.write(now)


def is_to_be_cancelled(head: Head) -> bool:
    return "cancelRequestedAt" in head


def may_try_again(head: Head, settings: Settings) -> bool:
    return int(head["attempt"]) < settings.max_attempts


def claim(head: Head, claimer: Claimer, now: datetime, settings: Settings) -> Step:
    """Take a job that waits, or one whose lease has lapsed. The caller has checked which it is."""
    lease = instants.after(now, settings.lease)
    sets = {
        "status": CLAIMED,
        "fence": head["fence"] + 1,
        "attempt": head["attempt"] + 1,
        "claimedBy": claimer.agent,
        "takers": _with(head.get("takers", ""), claimer.agent),
        "claimedAt": instants.write(now),
        "claimRequestId": claimer.request_id,
        "keptBy": BY_RENEWAL if claimer.request_id else BY_HEARTBEAT,
        "leaseExpiresAt": lease,
        # The index sees only the end of the first lease: a renewal must not pay for it.
        "visibleAt": lease,
        "due": due(lease, 0, head["id"]),
        "leaseAt": lease,
        "updatedAt": instants.write(now),
        **dict.fromkeys(("phase", "amount", "backBy")),
    }
    return Step(as_read(head), sets)


def _with(takers: str, agent: str) -> str:
    """Who had the job, each once: a head must not grow with every release."""
    return takers if agent in takers.split() else f"{takers} {agent}".strip()


def as_read(head: Head) -> tuple[Clause, ...]:
    """Nobody has moved this job since it was read."""
    same_status = Clause("status", EQUALS, head["status"])
    same_claim = Clause("fence", EQUALS, head["fence"])
    if head["status"] != CLAIMED:
        return same_status, same_claim
    not_renewed = Clause("leaseExpiresAt", EQUALS, head["leaseExpiresAt"])
    return same_status, same_claim, not_renewed


def renew(agent: str, fence: int, progress: Item, now: datetime, settings: Settings) -> Step:
    """Keep a claim for another lease, up to the hard limit. Needs no read; writes no index."""
    still_claimed = Clause("status", EQUALS, CLAIMED)
    by_this_agent = Clause("claimedBy", EQUALS, agent)
    in_this_claim = Clause("fence", EQUALS, fence)
    within_the_limit = Clause("claimedAt", AFTER, instants.after(now, -settings.hard_limit))
    sets = {
        "leaseExpiresAt": instants.after(now, settings.lease),
        "keptBy": BY_RENEWAL,
        "updatedAt": instants.write(now),
        **progress,
    }
    return Step((still_claimed, by_this_agent, in_this_claim, within_the_limit), sets)


def lapse(head: Head, now: datetime, settings: Settings) -> Step:
    """Take a job from an agent that was not heard of: it waits again, or is lost for good."""
    if is_to_be_cancelled(head):
        return Step(as_read(head), ended(CANCELLED, now, settings))
    if may_try_again(head, settings):
        return Step((*as_read(head), NOT_CANCELLED), waiting(head, instants.write(now), now))
    takers = ", ".join(str(head["takers"]).split())
    error = f"Taken {head['attempt']} times and never heard of again. The agents that had it: {takers}."
    return Step(as_read(head), {**ended(FAILED, now, settings), "error": error, "errorCode": "lost"})


def cancel(head: Head, now: datetime, settings: Settings) -> Step:
    """A job that waits ends at once; of one that runs its agent learns when it renews."""
    if head["status"] == PENDING:
        return Step(as_read(head), ended(CANCELLED, now, settings))
    same_status = Clause("status", EQUALS, CLAIMED)
    same_claim = Clause("fence", EQUALS, head["fence"])
    return Step((same_status, same_claim), {"cancelRequestedAt": instants.write(now), "updatedAt": instants.write(now)})


def retry(head: Head, shard: str, now: datetime, settings: Settings) -> Step:
    """A failed or cancelled job waits again, with all its attempts. The fence goes on counting."""
    afresh = {**head, "expiry": instants.after(now, settings.expire_after)}
    sets = {
        **waiting(afresh, instants.write(now), now),
        "attempt": 0,
        "expiry": afresh["expiry"],
        "leaseShard": shard,
        **dict.fromkeys(("error", "errorCode", "engine", "endedFence", "expiresAt", "takers", "cancelRequestedAt")),
    }
    return Step(as_read(head), sets)


def has_expired(head: Head, now: datetime) -> bool:
    return bool(head["status"] == PENDING and head["expiry"] < instants.write(now))


def expire(head: Head, now: datetime, settings: Settings) -> Step:
    error = "No agent took the job in time."
    return Step(as_read(head), {**ended(FAILED, now, settings), "error": error, "errorCode": "expired"})


def waiting(head: Head, visible_at: str, now: datetime) -> Item:
    return {
        "status": PENDING,
        "visibleAt": visible_at,
        "due": due(visible_at, head["penalty"], head["id"]),
        "leaseAt": head["expiry"],
        "updatedAt": instants.write(now),
        **dict.fromkeys(("claimedBy", "claimedAt", "claimRequestId", "keptBy", "leaseExpiresAt", "phase", "amount")),
    }


def ended(status: str, now: datetime, settings: Settings) -> Item:
    """Out of both indexes; kept to be read until the retention is over."""
    return {
        "status": status,
        "updatedAt": instants.write(now),
        "expiresAt": instants.epoch(now, settings.retention),
        **dict.fromkeys(("due", "leaseShard", "leaseAt", "leaseExpiresAt", "phase", "amount")),
    }
