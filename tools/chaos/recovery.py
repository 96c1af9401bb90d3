"""How long it took until all was well again, from the calls that passed. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tools.chaos import traffic
from tools.chaos.evidence import Evidence
from tools.chaos.exchange import CLAIM, DROPPED, PASSED, Exchange
from tools.chaos.percentiles import percentile
from tools.chaos.strike import was_away, was_felt
from tools.chaos.surge import surges
from tools.chaos.terms import Limits


@dataclass(frozen=True)
class Times:
    """Measured values of one kind; that at `percent` may be at most `most`. Without `most` they are only told."""

    name: str
    values: Sequence[float]
    most: float | None = None
    percent: float = 100.0
    unit: str = "s"

    @property
    def is_kept(self) -> bool:
        return self.most is None or not self.values or percentile(self.values, self.percent) <= self.most


@dataclass
class Killed:
    """Seconds from kills to the next claim of what the agent had; or to its answer, found on its disk."""

    again: list[float] = field(default_factory=list)
    server_away: list[float] = field(default_factory=list)
    delivered: list[float] = field(default_factory=list)


@dataclass
class Claims:
    """Seconds from lost replies to claims to those that were heard: from the first one lost to the very next try,
    however long the server was away before; or to a later one.
    """

    at_once: list[float] = field(default_factory=list)
    struck_again: list[float] = field(default_factory=list)


def all_of(evidence: Evidence, limits: Limits) -> list[Times]:
    killed, claims = after_kills(evidence), lost_claims(evidence)
    return [
        Times("a killed agent's job claimed again", killed.again, limits.claimed_again, 99),
        Times("  or, where the server was away as well", killed.server_away),
        Times("  or its answer delivered by the restarted agent", killed.delivered),
        Times("a lost reply to a claim recovered", claims.at_once, limits.claim_repeated, 99),
        Times("  or, where further tries of it were lost or refused", claims.struck_again),
        Times("a zombie's engine gone after waking", engines_gone(evidence), limits.engine_gone),
        Times("requests after the outage, times the steady rate", surges(evidence), limits.peak, unit="x"),
    ]


def after_kills(evidence: Evidence) -> Killed:
    """Of each claim from the kill that ended it on."""
    killed, seen_before = Killed(), set()
    for strike in sorted(evidence.struck, key=lambda strike: strike.at):
        for claim in traffic.held(evidence.seen, strike.agent, strike.at) if strike.is_kill else ():
            if (claim.job, claim.fence) not in seen_before:
                seen_before.add((claim.job, claim.fence))
                _add(killed, evidence, claim, strike.at)
    return killed


def _add(killed: Killed, evidence: Evidence, claim: Exchange, at: float) -> None:
    granted, ended = traffic.next_grant(evidence.seen, claim), traffic.end_of(evidence.seen, claim)
    if granted and was_felt(evidence.struck, at, granted.replied):
        killed.server_away.append(granted.replied - at)
    elif granted:
        killed.again.append(granted.replied - at)
    elif ended:
        killed.delivered.append(ended.replied - at)


def lost_claims(evidence: Evidence) -> Claims:
    """Of replies that carried a job. Not where the agent was struck meanwhile, or the server."""
    claims = Claims()
    for tries in _by_request(evidence.seen):
        lost = next((one for one in tries if one.is_grant and one.fate == DROPPED), None)
        heard = next((one for one in tries if one.is_grant and one.fate == PASSED), None)
        if lost and heard and not _was_struck(evidence, lost.origin, lost.replied, heard.replied):
            times = claims.at_once if _is_next(tries, lost, heard) else claims.struck_again
            times.append(heard.replied - lost.replied)
    return claims


def _is_next(tries: Sequence[Exchange], lost: Exchange, heard: Exchange) -> bool:
    """Whether nothing was lost before, and nothing tried between them."""
    first = tries.index(lost)
    return tries[first + 1] == heard and not any(one.is_lost for one in tries[:first])


def _by_request(seen: Sequence[Exchange]) -> Iterable[list[Exchange]]:
    """The tries of each claim, in the order in which they were over."""
    tries: dict[str, list[Exchange]] = {}
    for one in seen:
        if one.call == CLAIM:
            tries.setdefault(str(one.body.get("requestId")), []).append(one)
    return tries.values()


def _was_struck(evidence: Evidence, agent: str, since: float, until: float) -> bool:
    return any(strike.agent in (agent, "") and strike.overlaps(since, until) for strike in evidence.struck)


def engines_gone(evidence: Evidence) -> list[float]:
    """Seconds from each waking until the engine was gone whose job another agent had. While the server is away no
    agent can know of that.
    """
    return [
        strike.engine_gone
        for strike in evidence.struck
        if strike.engine_gone is not None
        and not was_away(evidence.struck, strike.until, strike.until + strike.engine_gone)
    ]
