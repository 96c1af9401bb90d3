"""Times until all was well again."""

import pytest

from tests.tools.chaos_makers import a_claim, a_completion, evidence
from tools.chaos import plan, recovery, surge, traffic
from tools.chaos.exchange import AWAY, CLAIM, CUT, DROPPED, Exchange
from tools.chaos.recovery import Times
from tools.chaos.strike import Strike
from tools.chaos.terms import Terms, limits

KILL = Strike(plan.KILLED_WORKING, 2.0, 3.0, "agent-1")


def test_a_kill_counts_until_the_job_is_claimed_again() -> None:
    seen = [a_claim(), a_claim(12.0, 2, "agent-2"), a_claim(30.0, 3, "agent-3")]
    killed = recovery.after_kills(evidence(seen=seen, struck=[KILL]))
    assert (killed.again, killed.delivered, killed.server_away) == ([pytest.approx(10.1)], [], [])


def test_or_until_the_restarted_agent_has_delivered() -> None:
    killed = recovery.after_kills(evidence(seen=[a_claim(), a_completion(5.0)], struck=[KILL]))
    assert (killed.again, killed.delivered) == ([], [pytest.approx(3.1)])


def test_a_claim_counts_at_the_kill_that_ended_it_alone() -> None:
    seen = [a_claim(), a_claim(12.0, 2, "agent-2")]
    twice = [KILL, Strike(plan.KILLED_IDLE, 6.0, 7.0, "agent-1")]
    assert len(recovery.after_kills(evidence(seen=seen, struck=twice)).again) == 1


def test_what_the_servers_absence_delayed_is_told_apart() -> None:
    seen = [a_claim(), a_claim(12.0, 2, "agent-2")]
    struck = [KILL, Strike(plan.SERVER_RESTARTED, 5.0, 9.0)]
    killed = recovery.after_kills(evidence(seen=seen, struck=struck))
    assert (killed.again, killed.server_away) == ([], [pytest.approx(10.1)])


def test_an_agent_has_what_it_claimed_until_it_ends_it_or_another_claims_it() -> None:
    claim, other = a_claim(), a_claim(12.0, 2, "agent-2")
    assert traffic.held([claim, a_completion(3.0)], "agent-1", 2.0) == [claim]
    assert traffic.held([claim, a_completion(3.0)], "agent-1", 4.0) == []
    assert traffic.held([claim, a_completion(3.0, status=409)], "agent-1", 4.0) == [claim]
    assert traffic.held([claim, other], "agent-1", 13.0) == []
    assert traffic.held([claim, other], "agent-2", 13.0) == [other]


def test_a_lost_claim_is_recovered_by_the_first_repetition() -> None:
    claims = recovery.lost_claims(evidence(seen=[a_claim(fate=DROPPED), a_claim(1.4), a_claim(8.0, 2, request="r-2")]))
    assert (claims.at_once, claims.struck_again) == ([pytest.approx(0.9)], [])


def test_or_by_a_later_one_where_that_met_with_a_fault() -> None:
    away = Exchange("agent-1", CLAIM, 1.4, {"requestId": "r-1"}, fate=AWAY)
    claims = recovery.lost_claims(evidence(seen=[a_claim(fate=DROPPED), away, a_claim(2.4)]))
    assert (claims.at_once, claims.struck_again) == ([], [pytest.approx(1.9)])


def test_a_claim_that_met_with_other_faults_before_is_repeated_as_soon() -> None:
    before = [Exchange("agent-1", CLAIM, at, {"requestId": "r-1"}, fate=AWAY, replied=at) for at in (0.1, 0.2)]
    claims = recovery.lost_claims(evidence(seen=[*before, a_claim(fate=DROPPED), a_claim(1.4)]))
    assert (claims.at_once, claims.struck_again) == ([pytest.approx(0.9)], [])


def test_but_not_one_that_was_lost_before() -> None:
    before = Exchange("agent-1", CLAIM, 0.1, {"requestId": "r-1"}, fate=CUT, replied=0.2)
    claims = recovery.lost_claims(evidence(seen=[before, a_claim(fate=DROPPED), a_claim(2.4)]))
    assert (claims.at_once, claims.struck_again) == ([], [pytest.approx(1.9)])


def test_not_counted_is_an_agent_that_was_struck_meanwhile() -> None:
    suspended = Strike(plan.SUSPENDED, 0.7, 20.0, "agent-1")
    claims = recovery.lost_claims(evidence(seen=[a_claim(fate=DROPPED), a_claim(20.4)], struck=[suspended]))
    assert (claims.at_once, claims.struck_again) == ([], [])


def test_a_zombies_engine_counts_while_there_is_a_server_to_ask() -> None:
    woken = [Strike(plan.SUSPENDED, 1.0, 20.0, "agent-1", 0.5), Strike(plan.SUSPENDED, 1.0, 40.0, "agent-2", 9.0)]
    absence = Strike(plan.SERVER_RESTARTED, 41.0, 45.0)
    assert recovery.engines_gone(evidence(struck=[*woken, absence])) == [0.5]


def test_the_steady_rate_leaves_out_the_start_and_what_follows_an_absence() -> None:
    calls = [at / 2 for at in range(200)] + [50.1] * 40
    absence = Strike(plan.SERVER_RESTARTED, 45.0, 49.0)
    assert surge.steady_rate(calls, [absence], 100.0) == pytest.approx(2.0)


def test_the_peak_is_that_of_the_busiest_window() -> None:
    assert surge.peak([1.0, *[7.0] * 10, 11.0, 30.0], 0.0, 60.0) == pytest.approx(11 / 5)
    assert surge.peak([1.0], 5.0, 60.0) == 0.0


def test_an_outage_is_compared_with_what_was_before_it() -> None:
    calls = [Exchange("agent-1", CLAIM, float(at), {}) for at in [*range(50), *[80] * 10, *range(81, 100)]]
    outage = Strike(plan.OUTAGE, 50.0, 80.0)
    assert recovery.surges(evidence(seen=calls, struck=[outage])) == [pytest.approx(14 / 5, abs=0.3)]


def test_a_limit_holds_for_its_percentile() -> None:
    mostly = [1.0] * 99 + [9.0]
    assert Times("", mostly, 2.0, 99).is_kept
    assert not Times("", mostly, 2.0).is_kept
    assert Times("", [], 2.0).is_kept
    assert Times("", mostly).is_kept


def test_patience_stretches_times_but_never_the_lease_or_the_runs() -> None:
    strict, patient = limits(Terms()), limits(Terms(patience=3))
    assert (strict.claimed_again, patient.claimed_again) == (25, 55)
    assert (strict.engine_gone, patient.engine_gone) == (5, 15)
    assert strict.runs == patient.runs == 1.5
