"""How long an agent waits before it asks again."""

import pytest

from engawa import activity, agents, cadence, claims
from engawa.agents import HeartbeatIn
from engawa.claims import ClaimIn
from engawa.workspace import Workspace
from makers import NOW, SETTINGS, a_job, later

ME, OTHER = "token-1", "token-2"


@pytest.mark.parametrize(("quiet", "pause"), [(0, 2), (60, 2), (300, 10), (900, 30), (86_400, 30)])
def test_the_pause_grows_with_the_silence_from_two_to_thirty_seconds(quiet: float, pause: float) -> None:
    assert cadence.seconds(quiet, None, others_work=False) == pause


def test_while_others_work_it_is_ten_seconds_at_most() -> None:
    assert cadence.seconds(86_400, None, others_work=True) == 10


@pytest.mark.parametrize(("next_job", "pause"), [(7.5, 7.5), (600, 30), (0, 0.3), (-5, 0.3)])
def test_a_job_that_waits_for_its_time_is_asked_for_when_it_comes(next_job: float, pause: float) -> None:
    assert cadence.seconds(86_400, next_job, others_work=False) == pause


def test_jitter_is_a_tenth_either_way() -> None:
    assert [cadence.milliseconds(2, jitter) for jitter in (0, 0.5, 1)] == [1800, 2000, 2200]


def pause(workspace: Workspace, agent: str = ME, at: float = 0) -> float:
    """Without its jitter, in seconds."""
    job, milliseconds = claims.claim(workspace, agent, ClaimIn(requestId=f"request-{at}"), later(at), SETTINGS)
    assert job is None
    return milliseconds / 1000


def test_an_agent_that_has_just_come_asks_often_and_then_less(workspace: Workspace) -> None:
    agents.seen(workspace, ME, HeartbeatIn(), NOW)
    assert pause(workspace, at=1) < 2.3
    for at in range(60, 1200, 60):
        pause(workspace, at=at)
    assert pause(workspace, at=1200) > 26


def test_using_the_workspace_makes_it_ask_often_again(workspace: Workspace) -> None:
    for at in range(0, 1200, 60):
        pause(workspace, at=at)
    activity.Notes().note(workspace, later(1190))
    assert pause(workspace, at=1200) < 2.3


def test_the_activity_of_a_busy_minute_is_written_twice(workspace: Workspace) -> None:
    notes, written = activity.Notes(), set()
    for at in range(60):
        notes.note(workspace, later(at))
        written.add((workspace.get(workspace.activity_key()) or {})["at"])
    assert len(written) == 2


def test_a_retry_is_asked_for_at_its_time(workspace: Workspace) -> None:
    for at in range(0, 1200, 60):
        pause(workspace, at=at)
    a_job(workspace, now=later(1195), notBefore="2026-11-29T08:20:12Z")
    assert 8 < pause(workspace, at=1201) < 10


def test_what_an_agent_has_been_told_last_keeps_it_online(workspace: Workspace) -> None:
    agents.seen(workspace, ME, HeartbeatIn(), NOW)
    assert agents.online(workspace, later(89))
    assert not agents.online(workspace, later(91))
