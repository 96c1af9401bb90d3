"""What a witness of every write and every reply remembers of one job."""

from dataclasses import dataclass, field

from engawa.step import Item


@dataclass(frozen=True)
class Claim:
    """A fence as it was handed out."""

    agent: str
    request: str | None
    since: int


@dataclass
class Record:
    """`claims` and what an agent delivered by them are kept for ever; `losers` since the job was last tried again."""

    created: Item
    claims: dict[int, Claim] = field(default_factory=dict)
    losers: set[str] = field(default_factory=set)
    stored: dict[int, int] = field(default_factory=dict)  # fences with a stored result, and since when
    to_be_cancelled_since: int | None = None  # when the caller of a cancel was answered
    retried: int | None = None  # when it was last tried again

    @property
    def highest_fence(self) -> int:
        return max(self.claims, default=0)

    @property
    def agents(self) -> set[str]:
        return {claim.agent for claim in self.claims.values()}
