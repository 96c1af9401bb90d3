"""Why a job waits, on moto."""

from engawa import agents, answers, claims, jobs, status, waiting
from engawa.agents import HeartbeatIn, Paused, Runner
from engawa.answers import CompleteIn
from engawa.claims import ClaimIn
from engawa.workspace import Workspace
from makers import NOW, SETTINGS, a_job, later

ME = "token-1"


def reason(workspace: Workspace, job_id: str, at: float = 0) -> str | None:
    return waiting.Reasons(workspace, later(at)).of(jobs.head_of(workspace, job_id))


def test_without_an_agent_it_waits_for_one(workspace: Workspace) -> None:
    job = a_job(workspace)
    assert job["waitingFor"] == "agent"
    assert jobs.get(workspace, job["id"], NOW)["waitingFor"] == "agent"


def test_with_an_agent_it_waits_for_its_turn(workspace: Workspace) -> None:
    agents.seen(workspace, ME, HeartbeatIn(runners=[]), NOW)
    assert a_job(workspace)["waitingFor"] is None


def test_it_waits_for_the_engine_that_it_names(workspace: Workspace) -> None:
    agents.seen(workspace, ME, HeartbeatIn(runners=[Runner(id="ollama")]), NOW)
    assert a_job(workspace, runner="ollama")["waitingFor"] == "runner:ollama"


def test_after_a_failure_it_waits_for_the_next_try_and_once_claimed_for_nothing(workspace: Workspace) -> None:
    job = a_job(workspace)
    claims.claim(workspace, ME, ClaimIn(requestId="request-1"), NOW, SETTINGS)
    assert reason(workspace, job["id"]) is None
    failure = CompleteIn(fence=1, error="no answer", retryable=True)
    answers.complete(workspace, ME, job["id"], failure, later(1), SETTINGS)
    assert reason(workspace, job["id"], at=2) == "retry"
    assert reason(workspace, job["id"], at=60) is None


def test_while_all_agents_are_paused_it_waits_for_that_and_an_agent_that_claims_is_not(workspace: Workspace) -> None:
    rest = HeartbeatIn(runners=[Runner(id="ollama")], paused=Paused(reason="paused", note="meeting"))
    agents.seen(workspace, ME, rest, NOW)
    job = a_job(workspace, runner="ollama")
    assert job["waitingFor"] == "paused"
    (told,) = status.status(workspace, mock_mode=False, now=NOW)["agents"]
    assert told["paused"] == {"reason": "paused", "note": "meeting", "until": None}
    agents.seen(workspace, ME, HeartbeatIn(), later(1))
    assert reason(workspace, job["id"], at=1) == "runner:ollama"


def test_the_engine_of_a_paused_agent_is_not_waited_for(workspace: Workspace) -> None:
    rest = HeartbeatIn(runners=[Runner(id="ollama")], paused=Paused(reason="on battery"))
    agents.seen(workspace, "token-2", rest, NOW)
    a_job(workspace, runner="ollama")
    got, _ = claims.claim(workspace, ME, ClaimIn(requestId="request-1"), NOW, SETTINGS)
    assert got is not None
