"""A fault that struck, and when the server was away. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from tools.chaos.plan import KILLED, OUTAGE, SERVER_RESTARTED


@dataclass(frozen=True)
class Strike:
    """What struck `agent`, or where it names none the server, from `at` to `until`. `engine_gone` is how many seconds
    after its machine woke an engine was gone whose job had been taken over.
    """

    kind: str
    at: float
    until: float
    agent: str = ""
    engine_gone: float | None = None

    @property
    def is_kill(self) -> bool:
        return self.kind in KILLED

    @property
    def is_absence(self) -> bool:
        """Of the server."""
        return self.kind in (OUTAGE, SERVER_RESTARTED)

    def overlaps(self, since: float, until: float) -> bool:
        return self.at <= until and since <= self.until


def was_away(struck: Iterable[Strike], since: float, until: float) -> bool:
    """Whether the server was, at any moment of that time."""
    return any(strike.is_absence and strike.overlaps(since, until) for strike in struck)


def was_felt(struck: Iterable[Strike], since: float, until: float) -> bool:
    """Whether it was, or had just been: agents that wait longer each time are back within as long as it was away."""
    absences = [strike for strike in struck if strike.is_absence]
    return any(strike.overlaps(since - (strike.until - strike.at), until) for strike in absences)
