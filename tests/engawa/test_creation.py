"""Orders with a time, or that may wait; and what they leave in the table."""

from typing import Any

import pytest
from pydantic import ValidationError

from engawa import claims
from engawa.claims import ClaimIn
from engawa.errors import Invalid
from engawa.orders import JobIn
from engawa.workspace import Workspace
from makers import NOW, SETTINGS, a_job, later

ME = "token-1"


def claim(workspace: Workspace, at: float) -> Any:
    return claims.claim(workspace, ME, ClaimIn(requestId=f"request-{at}"), later(at), SETTINGS)[0]


def test_a_scheduled_job_is_not_claimed_before_its_time(workspace: Workspace) -> None:
    job = a_job(workspace, notBefore="2026-11-29T17:00:12+09:00")
    assert (job["notBefore"], job["waitingFor"]) == ("2026-11-29T08:00:12.000000Z", "schedule")
    assert claim(workspace, at=9) is None
    assert claim(workspace, at=10)["id"] == job["id"]


def test_a_time_that_has_been_is_now(workspace: Workspace) -> None:
    assert a_job(workspace, notBefore="2020-01-01T00:00:00Z")["notBefore"] == "2026-11-29T08:00:02.000000Z"


def test_a_scheduled_job_expires_a_day_after_its_time_and_its_input_later(workspace: Workspace) -> None:
    job = a_job(workspace, notBefore="2026-12-10T08:00:02Z")
    head = workspace.get(workspace.job_key(job["id"])) or {}
    frozen = workspace.get(workspace.input_key(job["id"])) or {}
    assert head["expiry"] == "2026-12-11T08:00:02.000000Z"
    assert frozen["expiresAt"] > later(12 * 86_400).timestamp() + SETTINGS.retention


def test_a_background_job_is_overtaken_for_ten_minutes_and_then_no_more(workspace: Workspace) -> None:
    may_wait = a_job(workspace, background=True)
    for at in range(20):
        a_job(workspace, now=later(at))
    assert claim(workspace, at=30)["id"] != may_wait["id"]
    assert [e["sk"] for e in workspace.queue("", "3")][-1].endswith(may_wait["id"])
    a_job(workspace, now=later(601))
    assert [e["sk"] for e in workspace.queue("", "3")][-2].endswith(may_wait["id"])


@pytest.mark.parametrize("text", ["tomorrow", "2026-11-29", "2026-11-29T08:00:00", "2026-13-01T00:00:00Z", ""])
def test_what_is_no_instant_is_refused(text: str) -> None:
    with pytest.raises(ValidationError, match="notBefore"):
        JobIn(type="summarize_board", notBefore=text)


def test_a_time_too_far_off_is_refused(workspace: Workspace) -> None:
    with pytest.raises(Invalid, match="notBefore"):
        a_job(workspace, notBefore="2027-01-30T00:00:00Z")
    assert workspace.jobs(10) == []
    assert NOW.year == 2026
