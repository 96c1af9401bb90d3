"""The agents' calls after an outage, compared with those before it. Pure."""

from collections import Counter
from collections.abc import Sequence
from math import ceil

from tools.chaos.evidence import Evidence
from tools.chaos.plan import OUTAGE
from tools.chaos.strike import Strike, was_away

AFTER_SECONDS, WINDOW_SECONDS = 60.0, 5.0
SETTLING_SECONDS = 10.0  # after the start, and after the server was away, before the rate is steady


def surges(evidence: Evidence) -> list[float]:
    """For each outage the busiest five seconds of the minute after it, as a multiple of the steady rate before it."""
    calls = [one.sent for one in evidence.seen if one.origin != "app"]
    return [
        peak(calls, outage.until, outage.until + AFTER_SECONDS) / steady
        for outage in evidence.struck
        if outage.kind == OUTAGE and (steady := steady_rate(calls, evidence.struck, outage.at))
    ]


def steady_rate(calls: Sequence[float], struck: Sequence[Strike], until: float) -> float:
    """Calls a second before `until`, over all whole seconds in which the server was there, and had been for a while."""
    first = min(calls, default=until)
    counts = Counter(int(call - first) for call in calls)
    seconds = range(ceil(SETTLING_SECONDS), int(until - first))
    calm = [number for number in seconds if not _was_away(struck, first + number)]
    return sum(counts[number] for number in calm) / len(calm) if calm else 0.0


def _was_away(struck: Sequence[Strike], at: float) -> bool:
    """In the second from `at` on, or shortly before it."""
    return was_away(struck, at - SETTLING_SECONDS, at + 1)


def peak(calls: Sequence[float], since: float, until: float) -> float:
    """Calls a second in the busiest window that begins with a call."""
    within = [at for at in calls if since <= at < until]
    counts = (sum(start <= at < start + WINDOW_SECONDS for at in within) for start in within)
    return max(counts, default=0) / WINDOW_SECONDS
