"""A job's life as the words of the queue's contract have it, on plain objects: the real code is held against this.

It imports nothing of the real code, and computes nothing by it.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

LEASE, HEARD, HARD_LIMIT, BACKOFF, EXPIRES, PENALTY, DAY = 60, 90, 1800, 30, 86_400, 600, 86_400  # seconds
ATTEMPTS = 3
OK, STALE, CONFLICT = "ok", "stale_claim", "conflict"


def after(moment: datetime, seconds: float) -> datetime:
    return moment + timedelta(seconds=seconds)


@dataclass(frozen=True)
class Claim:
    """What an agent was given. One without a request is of the agent that never renews."""

    job: str
    agent: str
    fence: int
    request: str | None

    def is_of(self, agent: str, fence: int | None) -> bool:
        return self.agent == agent and fence in (None, self.fence)


@dataclass
class Job:
    """One job; its methods are what can happen to it, and say how whoever asked is answered."""

    id: str
    runner: str | None
    penalty: int
    visible: datetime
    status: str = "pending"
    fence: int = 0
    attempt: int = 0
    causes: dict[str, int] = field(default_factory=lambda: {"lost": 0, "failed": 0, "released": 0})
    losers: set[str] = field(default_factory=set)
    claim: Claim | None = None
    claimed_at: datetime | None = None
    lease: datetime | None = None
    renews: bool = False
    to_be_cancelled: bool = False
    ended_by: Claim | None = None
    back_by: Claim | None = None
    pause: int | None = None  # after a failure, of which jitter makes up to half as much again
    result: str | None = None
    error_code: str | None = None

    def __post_init__(self) -> None:
        self.expiry = after(self.visible, EXPIRES)

    @property
    def due(self) -> datetime:
        """Its place in the line; that of a claimed job is the end of its first lease."""
        return after(self.visible, self.penalty) if self.status == "pending" else after(self.claimed_at, LEASE)

    def give(self, agent: str, request: str | None, now: datetime) -> Claim:
        if self.status == "claimed":
            self._lose()
        self.fence, self.attempt, self.status = self.fence + 1, self.attempt + 1, "claimed"
        self.claim = Claim(self.id, agent, self.fence, request)
        self.claimed_at, self.lease, self.renews = now, after(now, LEASE), request is not None
        self.back_by = None
        return self.claim

    def holds(self, agent: str, fence: int | None) -> bool:
        return self.status == "claimed" and self.claim is not None and self.claim.is_of(agent, fence)

    def renew(self, claim: Claim, now: datetime) -> str:
        if not self.holds(claim.agent, claim.fence) or after(self.claimed_at, HARD_LIMIT) <= now:
            return STALE
        self.lease, self.renews = after(now, LEASE), True
        return OK

    def deliver(self, what: str, agent: str, fence: int | None, text: str, now: datetime) -> str:
        """`what` is result, error, retryable or release; repeated it changes nothing."""
        if not self.holds(agent, fence):
            return OK if self._is_repeated(what, agent, fence) else STALE
        if self.to_be_cancelled:
            self._end("cancelled", self.claim)
        elif what == "result":
            self.result = text
            self._end("done", self.claim)
        elif what == "release":
            self.attempt -= 1
            self._back("released", now)
        elif what == "retryable" and self.attempt < ATTEMPTS:
            self.pause = BACKOFF * 2 ** (self.attempt - 1)
            self._back("failed", now)
        else:
            self.causes["failed"] += 1
            self._end("failed", self.claim, "engine_failed")
        return OK

    def _is_repeated(self, what: str, agent: str, fence: int | None) -> bool:
        if self.ended_by and self.ended_by.is_of(agent, fence):
            return what != "release" or self.status == "cancelled"
        gave_back = self.status == "pending" and self.back_by is not None and self.back_by.is_of(agent, fence)
        return gave_back and what in ("retryable", "release")

    def cancel(self) -> str:
        if self.status in ("done", "failed"):
            return CONFLICT
        if self.status == "pending":
            self._end("cancelled", None)
        self.to_be_cancelled = self.status == "claimed"
        return OK

    def retry(self, now: datetime) -> str:
        """What waits or runs is left as it is: the call may be a repetition."""
        if self.status not in ("failed", "cancelled"):
            return CONFLICT if self.status == "done" else OK
        self.attempt, self.causes, self.losers = 0, dict.fromkeys(self.causes, 0), set()
        self.error_code, self.ended_by, self.to_be_cancelled = None, None, False
        self.expiry = after(now, EXPIRES)
        self._wait(now)
        return OK

    def lapse(self, now: datetime) -> str:
        """Its agent was not heard of."""
        if self.to_be_cancelled:
            self._end("cancelled", None)
            return "cancelled"
        self._lose()
        if self.attempt < ATTEMPTS:
            self._wait(now)
            return "requeued"
        self._end("failed", None, "lost")
        return "lost"

    def expire(self) -> str:
        self._end("failed", None, "expired")
        return "expired"

    def _lose(self) -> None:
        self.causes["lost"] += 1
        self.losers.add(self.claim.agent if self.claim else "nobody")

    def _back(self, cause: str, now: datetime) -> None:
        self.causes[cause] += 1
        self.back_by = self.claim
        self._wait(now)

    def _wait(self, visible: datetime) -> None:
        self.status, self.visible, self.claim, self.lease = "pending", visible, None, None

    def _end(self, status: str, by: Claim | None, code: str | None = None) -> None:
        self.status, self.ended_by, self.error_code, self.claim, self.lease = status, by, code, None, None
        self.to_be_cancelled = False
