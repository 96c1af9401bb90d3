"""Weather: how often each fault strikes in one world."""

import random
from dataclasses import dataclass

from engawa.settings import Settings


@dataclass(frozen=True)
class Weather:
    """Probabilities: of each request to the table, of each call over HTTP, of each job an agent takes."""

    interleaved: float = 0.0  # another actor's whole call runs before a request to the table
    written_twice: float = 0.0  # the table's reply is lost, and botocore repeats the write
    behind: float = 0.0  # a read that need not be consistent is not
    busy: float = 0.0  # the table is throttled
    died: float = 0.0  # the function ends in the middle of a call
    request_lost: float = 0.0
    reply_lost: float = 0.0
    late_copy: float = 0.0  # a call comes once more, when nobody waits for it
    crash: float = 0.0
    sleep: float = 0.0


CALM = Weather()


def drawn(rng: random.Random) -> Weather:
    """Half of the worlds suffer from everything at once, the others from some of it."""
    everything = rng.random() < 0.5

    def rate(most: float) -> float:
        return most * rng.random() if everything or rng.random() < 0.4 else 0.0

    return Weather(
        interleaved=rate(0.25),
        written_twice=rate(0.1),
        behind=rate(0.5),
        busy=rate(0.01),
        died=rate(0.02),
        request_lost=rate(0.05),
        reply_lost=rate(0.15),
        late_copy=rate(0.1),
        crash=rate(0.3),
        sleep=rate(0.3),
    )


def settings(rng: random.Random) -> Settings:
    """Deployments differ; each of these would start."""
    lease, renew, limit = rng.choice([(60, 20, 300), (60, 20, 600), (20, 10, 90), (30, 5, 120), (90, 45, 90)])
    if rng.random() < 0.04:
        lease, renew, limit = 900, 300, 1800
    return Settings(
        lease=lease,
        renew=renew,
        hard_limit=limit,
        max_attempts=rng.choice([1, 2, 3, 3, 3, 5]),
        retry_backoff=rng.choice([0, 5, 30]),
        expire_after=rng.choice([150, 900, 86_400, 86_400]),
        max_creations_a_minute=0,
    )
