"""How a workspace's AI work stands, on moto."""

from typing import Any

from engawa import agents, claims, jobs, status
from engawa.agents import HeartbeatIn, Runner
from engawa.claims import ClaimIn
from engawa.workspace import Workspace
from makers import NOW, SETTINGS, a_job, later

ME = "token-1"


def told(workspace: Workspace, at: float = 0) -> dict[str, Any]:
    return status.status(workspace, mock_mode=False, now=later(at))


def test_an_empty_workspace_says_so(workspace: Workspace) -> None:
    nothing = {"waiting": 0, "scheduled": 0, "running": 0, "oldest": None}
    assert (told(workspace)["agent"], told(workspace)["queue"]) == ("offline", nothing)


def test_the_oldest_wait_comes_with_its_reason(workspace: Workspace) -> None:
    first = a_job(workspace)
    a_job(workspace, now=later(5))
    queue = told(workspace, at=9)["queue"]
    assert (queue["waiting"], queue["oldest"]["id"], queue["oldest"]["waitingFor"]) == (2, first["id"], "agent")


def test_what_runs_and_what_waits_for_its_time_are_counted_apart(workspace: Workspace) -> None:
    a_job(workspace)
    claims.claim(workspace, ME, ClaimIn(requestId="request-1"), NOW, SETTINGS)
    a_job(workspace, notBefore="2026-11-29T09:00:00Z")
    assert told(workspace, at=1)["queue"] == {"waiting": 0, "scheduled": 1, "running": 1, "oldest": None}


def test_an_agent_is_shown_with_its_engines_and_since_when_it_is_there(workspace: Workspace) -> None:
    agents.seen(workspace, ME, HeartbeatIn(runners=[Runner(id="ollama", label="Ollama")], name="laptop"), NOW)
    agents.seen(workspace, ME, HeartbeatIn(), later(60))
    (agent,) = told(workspace, at=61)["agents"]
    assert (agent["name"], agent["status"], agent["runners"][0]["id"]) == ("laptop", "online", "ollama")
    assert agent["onlineSince"] < agent["lastSeenAt"]
    assert told(workspace, at=1000)["agents"][0]["onlineSince"] is None


def test_a_list_of_jobs_says_why_each_waits(workspace: Workspace) -> None:
    a_job(workspace)
    a_job(workspace, now=later(1), notBefore="2026-11-29T09:00:00Z")
    heads, _ = jobs.page(workspace, {}, later(2))
    assert [head["waitingFor"] for head in heads] == ["schedule", "agent"]
