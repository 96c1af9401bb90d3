"""What a run says of itself."""

import pytest

from tests.tools.chaos_makers import a_claim, a_completion, a_run, evidence
from tools.chaos import plan, summary
from tools.chaos.exchange import DROPPED
from tools.chaos.strike import Strike
from tools.chaos.terms import Terms

STRICT = Terms(jobs=1)
KILL = Strike(plan.KILLED_WORKING, 2.0, 3.0, "agent-1")


def test_it_counts_what_struck_and_says_how_long_recovery_took() -> None:
    seen = [a_claim(fate=DROPPED), a_claim(1.4), a_claim(12.0, 2, "agent-2"), a_completion(14.0, 2, "agent-2")]
    said = list(summary.lines(evidence(seen=seen, struck=[KILL], planned=[KILL.kind], missed=[KILL.kind]), STRICT))
    (struck,) = (line for line in said if "agent killed at work" in line)
    assert struck.endswith(" 1   (and 1 found no agent in that state)")
    (again,) = (line for line in said if "claimed again" in line)
    assert again.split()[-9:] == ["1", "10.1", "s", "10.1", "s", "10.1", "s", "25.0", "s"]
    assert any("dropped" in line and "1 of 4 calls, 25.0%" in line for line in said)
    assert "  0 jobs lost" in said


def test_what_is_too_late_is_named_and_patience_forgives_it() -> None:
    slow = evidence(seen=[a_claim(), a_claim(30.0, 2, "agent-2"), a_completion(33.0, 2, "agent-2")], struck=[KILL])
    assert summary.broken(slow, STRICT) == ["a killed agent's job claimed again"]
    assert summary.broken(slow, Terms(patience=2)) == []


@pytest.mark.parametrize(("runs", "broken"), [(1, []), (2, ["runs per job"])])
def test_more_than_half_a_run_in_vain_for_each_job_is_too_much(runs: int, broken: list[str]) -> None:
    well = evidence(runs=[a_run(number + 1, ended=2.9) for number in range(runs)])
    assert summary.runs_per_job(well) == runs
    assert summary.broken(well, STRICT) == broken
