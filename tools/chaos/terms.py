"""The terms of one run: how many jobs and agents, which times, and how often each fault strikes."""

from dataclasses import dataclass

LEASE, RENEW = 10, 3  # seconds; a deployment has 60 and 20, and a run that waits for leases would take hours
# As a deployment has it, but for what would make a run take hours or end jobs for what was done to their agents.
SETTINGS = {
    "LEASE_SECONDS": str(LEASE),
    "RENEW_SECONDS": str(RENEW),
    "RETRY_BACKOFF_SECONDS": "1",
    "MAX_ATTEMPTS": "10",
    "MAX_OPEN_JOBS": "0",
    "MAX_CREATIONS_A_MINUTE": "0",
    "MOCK_MODE": "off",
}
AGENTS = 8
OPEN = 12  # jobs that wait or run at once: all agents have work, and a job that was lost is not behind a long line
SECONDS_A_JOB = 3.0  # what a job may take on average, before a run is given up


@dataclass(frozen=True)
class Rates:
    """Of all calls: replies lost after the server has acted, and refusals in its stead, 429 and 500."""

    dropped: float = 0.10
    throttled: float = 0.02
    broken: float = 0.02


@dataclass(frozen=True)
class Terms:
    """`outage` in seconds. With `patience` 2 every limit of time or pace is twice as high, for a busy machine."""

    jobs: int = 1000
    seed: int = 1
    outage: float = 60.0
    patience: float = 1.0
    rates: Rates = Rates()

    @property
    def longest(self) -> float:
        """Seconds after which a run is given up."""
        return 120 + 3 * self.outage + self.jobs * SECONDS_A_JOB


@dataclass(frozen=True)
class Limits:
    """In seconds, but `peak`, a multiple of the steady rate of requests, and `runs`, of the engine for each job."""

    claimed_again: float
    claim_repeated: float
    engine_gone: float
    peak: float
    runs: float = 1.5


def limits(terms: Terms) -> Limits:
    """The promises, as far as they are times: a killed agent's job is claimed again within its lease and 15 s."""
    more = terms.patience
    return Limits(LEASE + 15 * more, 2 * more, 5 * more, 2 * more)
