"""What can be read from the calls that passed: who had which job when, and which were taken over. Pure."""

from collections.abc import Iterable, Sequence

from tools.chaos.exchange import COMPLETE, RELEASE, Exchange


def held(seen: Sequence[Exchange], agent: str, at: float) -> list[Exchange]:
    """The claims that were this agent's at that moment, also those whose reply it was not to hear any more."""
    own = {one.job: one for one in seen if one.is_grant and one.origin == agent and one.sent <= at}
    over = {one.job for one in seen if one.replied <= at and one.job in own and _is_over_by(one, own[one.job])}
    return [claim for claim in own.values() if claim.job not in over]


def next_grant(seen: Iterable[Exchange], claim: Exchange) -> Exchange | None:
    """The first time that the job was claimed anew after `claim`."""
    return min((one for one in seen if _follows(one, claim)), key=lambda one: one.replied, default=None)


def end_of(seen: Iterable[Exchange], claim: Exchange) -> Exchange | None:
    """The call by which this very claim was ended."""
    return min((one for one in seen if _ends(one, claim)), key=lambda one: one.replied, default=None)


def late(seen: Sequence[Exchange]) -> list[Exchange]:
    """Answers that were sent when somebody else was known to have the job."""
    grants: dict[str, list[Exchange]] = {}
    for one in seen:
        if one.is_grant:
            grants.setdefault(one.job, []).append(one)
    sent = [one for one in seen if one.call == COMPLETE and one.status is not None]
    return [
        one
        for one in sent
        if any(grant.fence > one.fence and grant.replied < one.sent for grant in grants.get(one.job, ()))
    ]


def _is_over_by(one: Exchange, claim: Exchange) -> bool:
    """Ended, given back or taken over."""
    return _ends(one, claim) or _follows(one, claim)


def _follows(one: Exchange, claim: Exchange) -> bool:
    return one.is_grant and one.job == claim.job and one.fence > claim.fence


def _ends(one: Exchange, claim: Exchange) -> bool:
    """Its own answer, error or release, taken by the server."""
    of_this_claim = one.job == claim.job and one.fence == claim.fence
    return one.call in (COMPLETE, RELEASE) and one.status == 200 and of_this_claim
