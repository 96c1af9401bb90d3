"""What becomes of claims that are over, and of callers whose names and numbers are unusual."""

from typing import Any

import pytest

from engawa import answers, claims, control, jobs, leases, sweep
from engawa.answers import CompleteIn
from engawa.claims import ClaimIn
from engawa.errors import StaleClaim
from engawa.leases import ReleaseIn
from engawa.workspace import Workspace
from makers import NOW, SETTINGS, a_job, later

ME, OTHER = "token-1", "token-1:Aoki's laptop"


def claim(workspace: Workspace, agent: str = ME, request: str = "request-1", at: float = 0) -> Any:
    return claims.claim(workspace, agent, ClaimIn(requestId=request), later(at), SETTINGS)[0]


def complete(workspace: Workspace, job: dict[str, Any], agent: str = ME, at: float = 5, **body: Any) -> Any:
    return answers.complete(workspace, agent, job["id"], CompleteIn(fence=1, **body), later(at), SETTINGS)


def gave_back(workspace: Workspace, job: dict[str, Any]) -> None:
    leases.release(workspace, ME, job["id"], ReleaseIn(fence=1), later(5), SETTINGS)


def failed_for_now(workspace: Workspace, job: dict[str, Any]) -> None:
    complete(workspace, job, error="no answer", retryable=True)


def gave_back_what_was_then_cancelled(workspace: Workspace, job: dict[str, Any]) -> None:
    gave_back(workspace, job)
    control.cancel(workspace, job["id"], later(6), SETTINGS)


def failed_and_was_tried_again(workspace: Workspace, job: dict[str, Any]) -> None:
    complete(workspace, job, error="out of quota")
    control.retry(workspace, job["id"], later(6), SETTINGS)


@pytest.mark.parametrize(
    "over", [gave_back, failed_for_now, gave_back_what_was_then_cancelled, failed_and_was_tried_again]
)
def test_an_answer_by_a_claim_that_is_over_is_stale(workspace: Workspace, over: Any) -> None:
    a_job(workspace)
    job = claim(workspace)
    over(workspace, job)
    before = jobs.head_of(workspace, job["id"])
    with pytest.raises(StaleClaim):
        complete(workspace, job, at=7, result="- done")
    assert jobs.head_of(workspace, job["id"]) == before


def test_an_agent_with_a_space_in_its_id_is_told_that_it_lost_the_job(workspace: Workspace) -> None:
    a_job(workspace)
    job = claim(workspace, OTHER)
    sweep.sweep(workspace.table, later(61), SETTINGS)
    with pytest.raises(StaleClaim):
        complete(workspace, job, OTHER, at=62, result="- done")


def test_an_agent_with_a_space_in_its_id_is_named_whole_and_once(workspace: Workspace) -> None:
    job = a_job(workspace)
    for attempt in (1, 2, 3):
        claim(workspace, OTHER, f"request-{attempt}", at=attempt * 100)
    sweep.sweep(workspace.table, later(400), SETTINGS)
    assert jobs.get(workspace, job["id"], NOW)["error"].count("token-1:Aoki's laptop") == 1


def test_a_request_id_that_another_agent_uses_too_does_not_keep_it_from_a_job(workspace: Workspace) -> None:
    a_job(workspace)
    a_job(workspace)
    first = claim(workspace)
    assert claim(workspace, OTHER)["id"] != first["id"]


def test_the_sweep_counts_a_lost_job_that_was_to_be_cancelled_as_swept(workspace: Workspace) -> None:
    a_job(workspace)
    job = claim(workspace)
    control.cancel(workspace, job["id"], later(5), SETTINGS)
    counts = sweep.sweep(workspace.table, later(61), SETTINGS)
    assert jobs.head_of(workspace, job["id"])["status"] == "cancelled"
    assert {what: number for what, number in counts.items() if number} == {"cancelled": 1}
