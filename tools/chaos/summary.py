"""What a run says of itself: how often each fault struck, how long recovery took, what held. Pure."""

from collections import Counter
from collections.abc import Iterator

from tools.chaos import promises, recovery, traffic
from tools.chaos.evidence import Evidence
from tools.chaos.exchange import AWAY, BROKEN, CUT, DROPPED, THROTTLED
from tools.chaos.percentiles import percentile
from tools.chaos.recovery import Times
from tools.chaos.terms import LEASE, RENEW, Terms, limits

WIDTH = 58


def lines(evidence: Evidence, terms: Terms) -> Iterator[str]:
    yield from ("", "Faults that struck")
    yield from _faults(evidence)
    yield from ("", f"{'Recovery':{WIDTH}}    n  median    99 %    most   limit")
    yield from map(_row, recovery.all_of(evidence, limits(terms)))
    yield from _how_measured(terms)
    yield from ("", "Promises")
    yield from (f"  {promise}" for promise in promises.all_of(evidence))
    yield f"  {runs_per_job(evidence):.2f} runs per job, at most {limits(terms).runs}"


def broken(evidence: Evidence, terms: Terms) -> list[str]:
    """The names of what did not hold."""
    of_jobs = [promise.name for promise in promises.all_of(evidence) if promise.broken]
    of_time = [times.name.strip() for times in recovery.all_of(evidence, limits(terms)) if not times.is_kept]
    of_runs = ["runs per job"] if runs_per_job(evidence) > limits(terms).runs else []
    return of_jobs + of_time + of_runs


def runs_per_job(evidence: Evidence) -> float:
    return len(evidence.runs) / max(len(evidence.orders), 1)


def _faults(evidence: Evidence) -> Iterator[str]:
    struck, missed = Counter(strike.kind for strike in evidence.struck), Counter(evidence.missed)
    for kind in dict.fromkeys(evidence.planned):
        found_none = f"   (and {missed[kind]} found no agent in that state)" if missed[kind] else ""
        yield f"  {kind:{WIDTH}}{struck[kind]:5}{found_none}"
    fates = Counter(one.fate for one in evidence.seen)
    calls = len(evidence.seen)
    for fate, name in (
        (DROPPED, "replies dropped after the server had acted"),
        (THROTTLED, "calls answered 429 in the server's stead"),
        (BROKEN, "calls answered 500 in the server's stead"),
        (AWAY, "calls that found the server away"),
        (CUT, "calls that broke off as it went away"),
    ):
        yield f"  {name:{WIDTH}}{fates[fate]:5} of {calls:,} calls, {fates[fate] / max(calls, 1):.1%}"
    yield f"  {'processes left behind by the engine':{WIDTH}}{sum(run.child is not None for run in evidence.runs):5}"
    processes, folders = evidence.cleared
    yield f"  {'processes of killed agents that the next ones have ended':{WIDTH}}{processes:5}"
    yield f"  {'folders of killed agents that the next ones have removed':{WIDTH}}{folders:5}"
    yield f"  {'late answers that were offered':{WIDTH}}{len(traffic.late(evidence.seen)):5}"


def _row(times: Times) -> str:
    if not times.values:
        return f"  {times.name:{WIDTH}}    -"
    shown = (f"{percentile(times.values, percent):6.1f} {times.unit}" for percent in (50, 99, 100))
    limit = f"{times.most:6.1f} {times.unit}" if times.most else ""
    verdict = "" if times.is_kept else "  TOO MUCH"
    return f"  {times.name:{WIDTH - 2}}{len(times.values):5}{''.join(shown)}{limit}{verdict}"


def _how_measured(terms: Terms) -> Iterator[str]:
    yield f"  The lease is {LEASE} s, renewed every {RENEW} s. After kills and for lost claims the 99 % count."
    yield "  The steady rate is that of the agents' calls before the outage, while the server was there; after it their"
    yield "  busiest 5 s of a minute count."
    if terms.patience != 1:
        yield f"  Limits on times are {terms.patience:g} times what is promised, because this machine may be busy."
