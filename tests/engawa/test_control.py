"""Cancelling jobs and having them tried again, on moto."""

from typing import Any

import pytest

from engawa import answers, claims, control, jobs, leases, sweep
from engawa.answers import CompleteIn
from engawa.claims import ClaimIn
from engawa.errors import Conflict
from engawa.leases import ReleaseIn, RenewIn
from engawa.workspace import Workspace
from makers import SETTINGS, a_job, later

ME = "token-1"


def claim(workspace: Workspace, request: str = "request-1", at: float = 0) -> Any:
    return claims.claim(workspace, ME, ClaimIn(requestId=request), later(at), SETTINGS)[0]


def cancel(workspace: Workspace, job: dict[str, Any], at: float = 1) -> dict[str, Any]:
    return control.cancel(workspace, job["id"], later(at), SETTINGS)


def complete(workspace: Workspace, job: dict[str, Any], at: float = 5, **body: Any) -> dict[str, Any]:
    return answers.complete(workspace, ME, job["id"], CompleteIn(fence=job["fence"], **body), later(at), SETTINGS)


def test_a_waiting_job_is_cancelled_at_once_and_not_claimed(workspace: Workspace) -> None:
    job = a_job(workspace)
    assert cancel(workspace, job)["status"] == "cancelled"
    assert cancel(workspace, job, at=2)["status"] == "cancelled"
    assert claim(workspace, at=3) is None


def test_the_agent_of_a_running_job_learns_of_it_when_it_renews(workspace: Workspace) -> None:
    a_job(workspace)
    job = claim(workspace)
    assert cancel(workspace, job)["status"] == "claimed"
    told = leases.renew(workspace, ME, job["id"], RenewIn(fence=1), later(20), SETTINGS)
    assert told["cancelRequested"] is True


@pytest.mark.parametrize("body", [{"result": "- done"}, {"error": "stopped"}, {"error": "stopped", "retryable": True}])
def test_whatever_its_agent_brings_it_ends_cancelled(workspace: Workspace, body: dict[str, Any]) -> None:
    a_job(workspace)
    job = claim(workspace)
    cancel(workspace, job)
    for _ in range(2):
        after = complete(workspace, job, **body)
        assert (after["status"], after["result"], after["error"]) == ("cancelled", None, None)


def test_given_back_or_lost_it_is_cancelled_too(workspace: Workspace) -> None:
    for number, end in enumerate(("release", "lapse")):
        a_job(workspace)
        job = claim(workspace, f"request-{number}")
        cancel(workspace, job)
        if end == "release":
            leases.release(workspace, ME, job["id"], ReleaseIn(fence=1), later(5), SETTINGS)
        sweep.sweep(workspace.table, later(61), SETTINGS)
        assert jobs.head_of(workspace, job["id"])["status"] == "cancelled"


def test_what_has_ended_cannot_be_cancelled(workspace: Workspace) -> None:
    a_job(workspace)
    job = claim(workspace)
    complete(workspace, job, result="- done")
    with pytest.raises(Conflict, match="done"):
        cancel(workspace, job)


def test_a_failed_job_is_tried_again_with_the_same_input_and_a_newer_fence(workspace: Workspace) -> None:
    a_job(workspace)
    first = claim(workspace)
    complete(workspace, first, error="out of quota")
    waiting = control.retry(workspace, first["id"], later(10), SETTINGS)
    assert (waiting["status"], waiting["attempt"], waiting["error"]) == ("pending", 0, None)
    second = claim(workspace, "request-2", at=11)
    assert (second["context"], second["fence"], second["attempt"]) == (first["context"], 2, 1)
    assert complete(workspace, second, at=12, result="- done")["status"] == "done"


def test_a_cancelled_job_can_be_tried_again(workspace: Workspace) -> None:
    job = a_job(workspace)
    cancel(workspace, job)
    control.retry(workspace, job["id"], later(10), SETTINGS)
    claimed = claim(workspace, at=11)
    assert complete(workspace, claimed, at=12, result="- done")["status"] == "done"


def test_a_job_that_is_tried_again_late_does_not_expire_by_its_first_waiting(workspace: Workspace) -> None:
    job = a_job(workspace)
    cancel(workspace, job)
    control.retry(workspace, job["id"], later(86_000), SETTINGS)
    assert sweep.sweep(workspace.table, later(90_000), SETTINGS)["expired"] == 0
    assert sweep.sweep(workspace.table, later(86_000 + 86_500), SETTINGS)["expired"] == 1


def test_what_waits_or_runs_is_left_as_it_is_and_what_is_done_stays_done(workspace: Workspace) -> None:
    job = a_job(workspace)
    assert control.retry(workspace, job["id"], later(1), SETTINGS)["status"] == "pending"
    claimed = claim(workspace, at=2)
    assert control.retry(workspace, job["id"], later(3), SETTINGS)["status"] == "claimed"
    complete(workspace, claimed, result="- done")
    with pytest.raises(Conflict, match="done"):
        control.retry(workspace, job["id"], later(9), SETTINGS)
