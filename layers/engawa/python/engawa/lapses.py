"""What time does to a job, pure: a lease that lapses, a wait that expires.

`head` is the job's head as read, `now` the server's clock: no other clock counts.
"""

from datetime import datetime

from engawa import instants
from engawa.queue import (
    BY_HEARTBEAT,
    CANCELLED,
    CLAIMED,
    FAILED,
    NOT_CANCELLED,
    PENDING,
    Head,
    as_read,
    ended,
    is_to_be_cancelled,
    lost,
    may_try_again,
    waiting,
)
from engawa.settings import Settings
from engawa.step import Item, Step

HEARTBEAT_FRESH = 90  # seconds: an agent that never renews keeps its job for as long as it was heard of


def lease_end(head: Head, last_seen: str | None, settings: Settings) -> str:
    """Until when a claimed job is its agent's. `last_seen` is the agent's last sign of life."""
    end = str(head["leaseExpiresAt"])
    if head["keptBy"] == BY_HEARTBEAT and last_seen:
        end = max(end, instants.after(instants.read(last_seen), HEARTBEAT_FRESH))
    return min(end, instants.after(instants.read(head["claimedAt"]), settings.hard_limit))


def has_lapsed(head: Head, last_seen: str | None, now: datetime, settings: Settings) -> bool:
    return head["status"] == CLAIMED and lease_end(head, last_seen, settings) < instants.write(now)


def lapse(head: Head, now: datetime, settings: Settings) -> Step:
    """Take a job from an agent that was not heard of: it waits again, or has failed for good."""
    if is_to_be_cancelled(head):
        return Step(as_read(head), ended(CANCELLED, now, settings))
    if may_try_again(head, settings):
        return Step((*as_read(head), NOT_CANCELLED), {**waiting(head, instants.write(now), now), **lost(head)})
    loss = lost(head)
    failure = {"error": _told({**head, **loss}), "errorCode": "lost"}
    return Step(as_read(head), {**ended(FAILED, now, settings), **loss, **failure})


def _told(head: Item) -> str:
    """What became of all the attempts; who runs the agents looks for the cause there."""
    agents = ", ".join(str(head["lostBy"]).split("\n"))
    failed = f"; {head['failed']} failed" if head.get("failed") else ""
    return f"No answer after {head['attempt']} attempts: {head['lost']} lost, by the agents {agents}{failed}."


def has_expired(head: Head, now: datetime) -> bool:
    return bool(head["status"] == PENDING and head["expiry"] < instants.write(now))


def expire(head: Head, now: datetime, settings: Settings) -> Step:
    error = "No agent took the job in time."
    return Step(as_read(head), {**ended(FAILED, now, settings), "error": error, "errorCode": "expired"})
