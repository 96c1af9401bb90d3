"""How an agent ends its claim, pure: completed, failed, to be tried again, given back; or a refusal.

`head` is the job's head as read, `now` the server's clock.
"""

from datetime import datetime

from engawa import instants
from engawa.errors import EngawaError, NotFound, StaleClaim
from engawa.queue import (
    CANCELLED,
    CLAIMED,
    DONE,
    FAILED,
    NOT_CANCELLED,
    PENDING,
    Head,
    ended,
    is_to_be_cancelled,
    waiting,
)
from engawa.settings import Settings
from engawa.step import EQUALS, Clause, Item, Step

FOLLOW_UP_DUE = "due"


def holds(head: Head, agent: str, fence: int | None) -> bool:
    return bool(head["status"] == CLAIMED and head["claimedBy"] == agent and fence in (None, head["fence"]))


def held(head: Head, agent: str, fence: int | None) -> tuple[Clause, ...]:
    """The job is still this agent's, by this fence; `refusal` where it is not. A client that knows no fence is held
    to the claim of its own token's agent.
    """
    if not holds(head, agent, fence):
        raise refusal(head, agent, fence)
    still_claimed = Clause("status", EQUALS, CLAIMED)
    by_this_agent = Clause("claimedBy", EQUALS, agent)
    in_this_claim = Clause("fence", EQUALS, head["fence"])
    return still_claimed, by_this_agent, in_this_claim


def refusal(head: Head, agent: str, fence: int | None) -> EngawaError:
    """StaleClaim for an agent that had the job, NotFound for one that never did: it may not learn of it here."""
    had_it_last = head.get("lastBy") == agent
    lost_it = agent in str(head.get("lostBy", "")).split("\n")
    in_an_older_claim = fence is not None and fence < head["fence"]
    if had_it_last or lost_it or in_an_older_claim:
        return StaleClaim("The job went on without this claim, or reached its time limit; stop working on it.")
    return NotFound()


def has_ended_by(head: Head, agent: str, fence: int | None) -> bool:
    """Whether this very claim has ended the job already: then the delivery is a repetition, and right."""
    return head.get("claimedBy") == agent and "endedFence" in head and fence in (None, head["endedFence"])


def complete(
    head: Head, agent: str, fence: int | None, facts: Item, follow_up: bool, now: datetime, settings: Settings
) -> Step:
    """End a job with the result that lies beside it, or without it where the job was to be cancelled."""
    if is_to_be_cancelled(head):
        return _cancelled(head, agent, fence, now, settings)
    return Step(held(head, agent, fence), completed(head, facts, follow_up, now, settings))


def completed(head: Head, facts: Item, follow_up: bool, now: datetime, settings: Settings) -> Item:
    """What a done head has. While its follow-up is due the sweep sees it, so that none is forgotten."""
    still_seen = {"followUp": FOLLOW_UP_DUE, "leaseShard": head["leaseShard"], "leaseAt": instants.write(now)}
    due_now = still_seen if follow_up else {}
    return {**ended(DONE, now, settings), "endedFence": head["fence"], **facts, **due_now}


def fail(head: Head, agent: str, fence: int | None, error: Item, now: datetime, settings: Settings) -> Step:
    """End a job with an error, a sentence and a code."""
    if is_to_be_cancelled(head):
        return _cancelled(head, agent, fence, now, settings)
    sets = {**ended(FAILED, now, settings), "endedFence": head["fence"], **_one_more(head, "failed"), **error}
    return Step(held(head, agent, fence), sets)


def try_again(head: Head, agent: str, fence: int | None, now: datetime, settings: Settings, jitter: float) -> Step:
    """Back into the queue after a failure that may pass: 30 s, 60 s, 120 s ..., up to half as long again by
    `jitter` (0 to 1).
    """
    pause = settings.retry_backoff * 2 ** (int(head["attempt"]) - 1) * (1 + jitter / 2)
    if is_to_be_cancelled(head):
        return _cancelled(head, agent, fence, now, settings)
    back = {**_given_back(head, instants.after(now, pause), now), **_one_more(head, "failed")}
    return Step((*held(head, agent, fence), NOT_CANCELLED), back)


def release(
    head: Head, agent: str, fence: int | None, now: datetime, settings: Settings, reason: str | None = None
) -> Step:
    """Back into the queue at once. The attempt does not count, or three agents that were closed would fail a job."""
    back = {
        **_given_back(head, instants.write(now), now),
        **_one_more(head, "released"),
        "attempt": head["attempt"] - 1,
        "releaseReason": reason,
    }
    if is_to_be_cancelled(head):
        return _cancelled(head, agent, fence, now, settings)
    return Step((*held(head, agent, fence), NOT_CANCELLED), back)


def has_given_back(head: Head, agent: str, fence: int | None) -> bool:
    """Whether this very claim has put the job back already: then doing it again is a repetition, and right."""
    waits_since = head["status"] == PENDING and head.get("backBy") == agent
    return bool(waits_since and fence in (None, head["fence"]))


def _one_more(head: Head, cause: str) -> Item:
    return {cause: head.get(cause, 0) + 1}


def _given_back(head: Head, visible_at: str, now: datetime) -> Item:
    return {**waiting(head, visible_at, now), "backBy": head.get("claimedBy")}


def _cancelled(head: Head, agent: str, fence: int | None, now: datetime, settings: Settings) -> Step:
    """Whatever its agent brings: a job that was to be cancelled ends so, and leaves nothing behind."""
    return Step(held(head, agent, fence), {**ended(CANCELLED, now, settings), "endedFence": head["fence"]})
