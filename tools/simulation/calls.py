"""Calls: who asked for what, when the server began with it, and what it said."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from engawa.errors import EngawaError
from engawa.step import Item


@dataclass(frozen=True)
class Reply:
    """What the caller heard. Without `heard` it knows nothing, whatever the server did."""

    value: Any = None
    error: EngawaError | None = None
    heard: bool = True

    @property
    def ok(self) -> bool:
        return self.heard and self.error is None

    @property
    def helps_to_repeat(self) -> bool:
        return not self.heard or (self.error is not None and self.error.retry_after is not None)

    def __str__(self) -> str:
        if not self.heard:
            return "nothing heard"
        return type(self.error).__name__ if self.error else "ok"


UNHEARD = Reply(heard=False)


@dataclass
class Call:
    """One request, as its caller repeats it. What follows `act` is of the server's turn at it."""

    kind: str
    who: str
    act: Callable[[datetime], Any]
    job_id: str = ""
    fence: int | None = None
    request: str | None = None  # or the key of an order
    retryable: bool = False
    clock: float = 0.0
    now: datetime = datetime.min
    instant: str = ""  # `now` as written
    began: int = 0  # the moment, counted in writes and replies
    claimed: list[tuple[str, int]] = field(default_factory=list)  # jobs with their fences
    left: dict[str, Item] = field(default_factory=dict)  # the heads as it wrote them last
    throttled: int = 0  # how often the table was busy for it

    def __str__(self) -> str:
        facts = (self.job_id[-6:], None if self.fence is None else f"fence {self.fence}", self.request)
        return " ".join([self.who, self.kind, *(fact for fact in facts if fact)])
