"""Which faults strike when, and what each job is: all from the seed. Pure."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from tools.chaos import script
from tools.chaos.script import Act

KILLED_WORKING = "agent killed at work"
KILLED_IDLE = "agent killed between two jobs"
KILLED_DELIVERING = "agent killed between answer and delivery"
KILLED_DELIVERED = "agent killed before it heard that its answer was taken"
SUSPENDED = "machine suspended past the lease, engine and all"
STOPPED = "agent alone stopped past the lease"
RESTARTED = "agent told to stop, then restarted"
SERVER_RESTARTED = "server restarted"
OUTAGE = "server away for long"

KILLED = (KILLED_WORKING, KILLED_IDLE, KILLED_DELIVERING, KILLED_DELIVERED)
# How often in a hundred jobs, once at least.
OFTEN: Mapping[str, float] = {
    KILLED_WORKING: 3,
    KILLED_IDLE: 1,
    KILLED_DELIVERING: 1,
    KILLED_DELIVERED: 1,
    SUSPENDED: 2,
    STOPPED: 2,
    RESTARTED: 1,
    SERVER_RESTARTED: 1,
}

# In hundredths of the run. While the steady rate is measured, before the outage, the server is there.
ANY_TIME, OUTAGE_AT = [*range(5, 90)], 50
SERVER_TIME = [*range(10, 30), *range(60, 90)]

# Two kinds with a follow-up, of which each has one node, and one without. A conversation reads the whole room, so
# that there are few of them.
TYPES = {"call_minutes": 0.45, "chat_reply": 0.1, "summarize_transcript": 0.45}
FOLLOWED = ("call_minutes", "chat_reply")


@dataclass(frozen=True)
class Planned:
    """A fault that strikes once so many jobs have ended."""

    after: int
    kind: str


@dataclass(frozen=True)
class Order:
    """A job to be: `marker` stands in its prompt and is how the engine knows it."""

    marker: str
    type: str
    acts: tuple[Act, ...]

    @property
    def is_to_fail(self) -> bool:
        return script.is_to_fail(list(self.acts))


def chance(what: str, seed: int) -> random.Random:
    """Drawn for one purpose, so that it is the same whatever is drawn for others."""
    return random.Random(f"{what} {seed}")  # noqa: S311 no secret


def orders(seed: int, jobs: int) -> list[Order]:
    rng = chance("orders", seed)
    return [_order(rng, number) for number in range(jobs)]


def _order(rng: random.Random, number: int) -> Order:
    (kind,) = rng.choices(list(TYPES), list(TYPES.values()))
    return Order(f"{number:05}", kind, tuple(script.drawn(rng)))


def faults(seed: int, jobs: int) -> list[Planned]:
    """In order of time. The outage comes in the middle, when there is a steady rate to compare with."""
    rng = chance("faults", seed)
    kinds = [kind for kind, rate in OFTEN.items() for _ in range(ceil(rate * jobs / 100))]
    times = [(kind, rng.choice(SERVER_TIME if kind == SERVER_RESTARTED else ANY_TIME)) for kind in kinds]
    planned = [Planned(jobs * at // 100, kind) for kind, at in [*times, (OUTAGE, OUTAGE_AT)]]
    return sorted(planned, key=lambda fault: fault.after)
