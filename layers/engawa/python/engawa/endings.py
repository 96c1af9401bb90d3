"""How an agent ends its claim, pure: completed, failed, to be tried again, given back; or a refusal.

`head` is the job's head as read, `now` the server's clock.
"""

from datetime import datetime

from engawa import instants
from engawa.errors import StaleClaim
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


def held(head: Head, agent: str, fence: int | None) -> tuple[Clause, ...]:
    """The job is still this agent's, by this fence; StaleClaim where it is not. A client that knows no fence is
    held to the claim of its own token's agent.
    """
    if head["status"] != CLAIMED or head["claimedBy"] != agent or fence not in (None, head["fence"]):
        raise StaleClaim("The job went on without this claim; its answer is not taken.")
    still_claimed = Clause("status", EQUALS, CLAIMED)
    by_this_agent = Clause("claimedBy", EQUALS, agent)
    in_this_claim = Clause("fence", EQUALS, head["fence"])
    return still_claimed, by_this_agent, in_this_claim


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
    sets = {**ended(FAILED, now, settings), "endedFence": head["fence"], **error}
    return Step(held(head, agent, fence), sets)


def try_again(head: Head, agent: str, fence: int | None, now: datetime, settings: Settings, jitter: float) -> Step:
    """Back into the queue after a failure that may pass: 30 s, 60 s, 120 s ..., up to half as long again by
    `jitter` (0 to 1).
    """
    pause = settings.retry_backoff * 2 ** (int(head["attempt"]) - 1) * (1 + jitter / 2)
    if is_to_be_cancelled(head):
        return _cancelled(head, agent, fence, now, settings)
    return Step((*held(head, agent, fence), NOT_CANCELLED), _given_back(head, instants.after(now, pause), now))


def release(head: Head, agent: str, fence: int | None, now: datetime, settings: Settings) -> Step:
    """Back into the queue at once, as if it had never been claimed; only the fence remembers."""
    back = {"attempt": head["attempt"] - 1, **_given_back(head, instants.write(now), now)}
    if is_to_be_cancelled(head):
        return _cancelled(head, agent, fence, now, settings)
    return Step((*held(head, agent, fence), NOT_CANCELLED), back)


def has_given_back(head: Head, agent: str, fence: int | None) -> bool:
    """Whether this very claim has put the job back already: then doing it again is a repetition, and right."""
    waits_since = head["status"] == PENDING and head.get("backBy") == agent
    return bool(waits_since and fence in (None, head["fence"]))


def _given_back(head: Head, visible_at: str, now: datetime) -> Item:
    return {**waiting(head, visible_at, now), "backBy": head.get("claimedBy")}


def _cancelled(head: Head, agent: str, fence: int | None, now: datetime, settings: Settings) -> Step:
    """Whatever its agent brings: a job that was to be cancelled ends so, and leaves nothing behind."""
    return Step(held(head, agent, fence), {**ended(CANCELLED, now, settings), "endedFence": head["fence"]})
