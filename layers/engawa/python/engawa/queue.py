"""The rules of a job's life, pure: what a step needs and what it sets. How its agent ends a claim is in `endings.py`,
what time does to a job in `lapses.py`.

`head` is a job's head as read, `now` the server's clock. `table.py` carries the steps out. A step never adds to a
number; it sets the number it computed, because a repeated write must not count twice.
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
BACKGROUND_PENALTY = 600  # seconds: how long what may wait is overtaken by what somebody waits for
# Why attempts did not bring an answer, and the agents that were lost with theirs.
CAUSES = ("lost", "failed", "released")

# A cancel at the same moment must not be lost: what puts a job back into the line demands this.
NOT_CANCELLED = Clause("cancelRequestedAt", ABSENT)

Head = Mapping[str, Any]


@dataclass(frozen=True)
class Claimer:
    """Who asks for a job, and by which call. The older kind of agent names no call and never renews."""

    agent: str
    call: str
    renews: bool = True


def due(visible_at: str, penalty: int, job_id: str) -> str:
    """One order for all that waits: its time, plus a penalty for what may wait, so that it is overtaken but never
    starved.
    """
    return f"{instants.after(instants.read(visible_at), penalty)}#{job_id}"


def created(
    job_id: str,
    facts: Item,
    shard: str,
    now: datetime,
    settings: Settings,
    *,
    background: bool = False,
    not_before: str = "",
) -> Item:
    """The head of a new job; `facts` are what never changes about it. It expires when it could have been claimed, from
    `not_before` (an instant) on, for long enough.
    """
    written, penalty = instants.write(now), BACKGROUND_PENALTY if background else 0
    visible = max(written, not_before)
    expiry = instants.after(instants.read(visible), settings.expire_after)
    return {
        **facts,
        "id": job_id,
        "status": PENDING,
        "fence": 0,
        "attempt": 0,
        "penalty": penalty,
        "visibleAt": visible,
        "due": due(visible, penalty, job_id),
        "leaseShard": shard,
        "leaseAt": expiry,
        "expiry": expiry,
        "createdAt": written,
        "updatedAt": written,
    }


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
        **(lost(head) if head["status"] == CLAIMED else {}),
        "claimedBy": claimer.agent,
        "lastBy": claimer.agent,
        "claimedAt": instants.write(now),
        "claimRequestId": claimer.call,
        "keptBy": BY_RENEWAL if claimer.renews else BY_HEARTBEAT,
        "leaseExpiresAt": lease,
        # The index sees only the end of the first lease: a renewal must not pay for it.
        "visibleAt": lease,
        "due": due(lease, 0, head["id"]),
        "leaseAt": lease,
        "updatedAt": instants.write(now),
        **dict.fromkeys(("phase", "amount", "backBy")),
    }
    return Step((*as_read(head), NOT_CANCELLED), sets)


def lost(head: Head) -> Item:
    """One more attempt that ended in silence, and whose it was: each agent once, so that a head stays small."""
    losers, agent = str(head.get("lostBy", "")), str(head["claimedBy"])
    lost_by = losers if agent in losers.split("\n") else f"{losers}\n{agent}".strip("\n")
    return {"lost": head.get("lost", 0) + 1, "lostBy": lost_by}


def as_read(head: Head) -> tuple[Clause, ...]:
    """Nobody has moved this job since it was read."""
    same_status = Clause("status", EQUALS, head["status"])
    same_claim = Clause("fence", EQUALS, head["fence"])
    # A job may have ended and been put back meanwhile, with all its attempts; or its lease was renewed.
    same_wait = Clause("visibleAt", EQUALS, head["visibleAt"])
    same_lease = Clause("leaseExpiresAt", EQUALS, head.get("leaseExpiresAt"))
    return same_status, same_claim, same_lease if head["status"] == CLAIMED else same_wait


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
        **dict.fromkeys(("error", "errorCode", "engine", "endedFence", "expiresAt", "lostBy", "cancelRequestedAt")),
        **dict.fromkeys((*CAUSES, "releaseReason")),
    }
    return Step(as_read(head), sets)


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
