"""What breaks a promise, and what does not."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.tools.chaos_makers import (
    JOB,
    a_claim,
    a_completion,
    a_job,
    a_node,
    a_run,
    an_order,
    evidence,
    to_be_refused,
)
from tools.chaos import plan, promises
from tools.chaos.evidence import Evidence
from tools.chaos.promises import Promise
from tools.chaos.strike import Strike

KILL = Strike(plan.KILLED_WORKING, 2.0, 3.0, "agent-1")
FAILED = {"orders": {JOB: to_be_refused()}, "jobs": {JOB: a_job("failed", errorCode="out_of_quota")}, "nodes": []}
LATE = a_completion(9.0, 1, status=409)
KEPT: dict[str, dict[str, Any]] = {
    "all went well": {},
    "a job failed as it was to": FAILED,
    "its reply was lost, and it was delivered again": {"seen": [a_claim(), a_completion(), a_completion(4.0)]},
    "a late answer was refused": {
        "seen": [a_claim(), a_claim(5.0, 2, "agent-2"), a_completion(7.0, 2, "agent-2"), LATE]
    },
    "a lost claim was given again": {"seen": [a_claim(), a_claim(1.5), a_completion()]},
    "a kind without a follow-up": {"orders": {JOB: an_order("summarize_transcript")}, "nodes": [{"data": {}}]},
}
OTHER = "- Written in run 00001.2."
BROKEN: list[tuple[Callable[[Evidence], Iterator[str]], dict[str, Any]]] = [
    (promises.lost, {"jobs": {}}),
    (promises.lost, {"jobs": {JOB: a_job("pending")}}),
    (promises.lost, {"jobs": {JOB: a_job("failed", errorCode="lost")}}),
    (promises.lost, {"jobs": {JOB: a_job(), "another": a_job()}}),
    (promises.lost, {"orders": {JOB: to_be_refused()}}),
    (promises.accepted_twice, {"first": {JOB: a_job(result=OTHER)}}),
    (promises.accepted_twice, {"seen": [a_claim(), a_completion(), a_completion(4.0, 2, result=OTHER)]}),
    (promises.accepted_twice, {"runs": []}),
    (promises.follow_ups, {"nodes": []}),
    (promises.follow_ups, {"nodes": [a_node(), a_node()]}),
    (promises.follow_ups, {"nodes": [a_node(), a_node("another")]}),
    (promises.follow_ups, FAILED | {"nodes": [a_node()]}),
    (promises.late, {"seen": [a_claim(), a_claim(2.0, 2, "agent-2"), a_completion(3.0, 1)]}),
    (promises.repeated, {"seen": [a_claim(), a_claim(2.0, 1, "agent-2"), a_completion()]}),
    (promises.repeated, {"seen": [a_claim(), a_claim(2.0, 1, request="r-2"), a_completion()]}),
    (promises.left_over, {"left": [101]}),
    (promises.left_over, {"struck": [KILL], "runs": [a_run(ended=2.5)], "left": [101]}),
    (promises.folders, {"folders": ["engawa-0123456789abcdef-x"]}),
    (promises.troubles, {"troubles": ["agent-1 ended with 1"]}),
    (promises.not_struck, {"planned": [plan.OUTAGE, plan.KILLED_WORKING], "struck": [KILL]}),
]


@pytest.mark.parametrize("changes", KEPT.values(), ids=KEPT.keys())
def test_all_are_kept_where(changes: dict[str, Any]) -> None:
    assert {promise.name: promise.broken for promise in promises.all_of(evidence(**changes)) if promise.broken} == {}


@pytest.mark.parametrize(("find", "changes"), BROKEN)
def test_each_is_broken_by(find: Callable[[Evidence], Iterator[str]], changes: dict[str, Any]) -> None:
    assert len(list(find(evidence(**changes)))) == 1


def test_of_many_cases_a_few_are_shown() -> None:
    assert str(Promise("jobs lost", [])) == "0 jobs lost"
    assert str(Promise("jobs lost", ["a", "b"])) == "2 jobs lost\n      a\n      b"
    assert str(Promise("jobs lost", list("abcdefg"))).endswith("e\n      and 2 more")
