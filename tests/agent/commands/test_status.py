"""`engawa status`: who is there, with what, and what waits."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from engawa_agent.commands import status
from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import JOB_ID, MEMBER_TOKEN, outcome

NOW = datetime(2026, 11, 29, 8, 0, 2, tzinfo=UTC)
EMPTY = {"waiting": 0, "scheduled": 0, "running": 0, "oldest": None}
OLLAMA = {"id": "ollama", "label": "Ollama qwen3:4b"}
OLDEST = {"id": JOB_ID, "type": "brainstorm", "createdAt": "2026-11-29T07:56:00.000000Z", "waitingFor": "agent"}


@pytest.fixture(autouse=True)
def logged_in(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGAWA_URL", server.url)
    monkeypatch.setenv("ENGAWA_TOKEN", MEMBER_TOKEN)
    server.on("GET /api/workspace", Answer(200, {"id": "w1", "name": "Aoki's team", "data": {}}))


def an_agent(name: str = "gpu-box", **fields: Any) -> dict[str, Any]:
    online = {"status": "online", "onlineSince": "2026-11-29T06:00:00.000000Z", "runners": [OLLAMA]}
    return {"id": f"t1:{name}", "name": name, "lastSeenAt": "2026-11-29T07:59:59.000000Z", **online, **fields}


def a_status(*agents: dict[str, Any], **fields: Any) -> dict[str, Any]:
    online = [agent for agent in agents if agent["status"] == "online"]
    there = {"agent": "online" if online else "offline", "runners": [OLLAMA] if online else [], "agents": list(agents)}
    return {**there, "mockMode": False, "lastSeenAt": None, "queue": EMPTY, **fields}


def shown(server: FakeServer, capsys: pytest.CaptureFixture[str], answer: dict[str, Any]) -> str:
    server.on("GET /api/ai/status", Answer(200, answer))
    code, out, _ = outcome(capsys, "status")
    assert code == 0
    return out


def test_agents_are_shown_with_their_engines_those_online_first(
    server: FakeServer, capsys: pytest.CaptureFixture[str]
) -> None:
    out = shown(server, capsys, a_status(an_agent("old", status="offline", onlineSince=None), an_agent("青木のMac")))
    title, _, header, first, second, *_ = out.splitlines()
    assert (title, header.split()) == ("Aoki's team", ["AGENT", "STATE", "ENGINES"])
    assert first.startswith("青木のMac  online for ")
    assert first.rstrip().endswith("Ollama qwen3:4b")
    assert second.startswith("old        offline, seen ")


def test_nobody_there_is_no_failure_and_names_the_next_command(
    server: FakeServer, capsys: pytest.CaptureFixture[str]
) -> None:
    out = shown(server, capsys, a_status())
    assert "none, as no agent is online" in out
    assert "Next     engawa run" in out


def test_an_agent_without_a_name_is_shown_by_its_id(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert "t1:a7" in shown(server, capsys, a_status(an_agent(id="t1:a7", name="")))


def test_a_terminal_obeys_nothing_that_an_agent_says(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert "\x1b" not in shown(server, capsys, a_status(an_agent("\x1b[2Jgone")))


def test_with_json_it_is_the_servers_answer(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    answer = a_status(an_agent())
    server.on("GET /api/ai/status", Answer(200, answer))
    code, out, err = outcome(capsys, "status", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {"schema": 1, "workspace": {"id": "w1", "name": "Aoki's team"}, "status": answer}


def test_an_agents_token_will_not_do(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGAWA_TOKEN", "eng_agent_1_secretsecret_0")
    assert outcome(capsys, "status")[0] == 4


def test_a_server_that_is_away_is_exit_5(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.on("GET /api/ai/status", error(500))
    assert outcome(capsys, "status")[0] == 5


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "online for 2 h"),
        ({"paused": None}, "online for 2 h"),
        ({"status": "offline", "lastSeenAt": "2026-11-29T05:00:00.000000Z"}, "offline, seen 3 h ago"),
        (
            {"paused": {"reason": "pause", "note": "meeting", "until": "2026-11-29T14:00:00.000000Z"}},
            "online for 2 h, paused until 14:00 (meeting)",
        ),
        ({"paused": {"reason": "battery", "note": None, "until": None}}, "online for 2 h, paused (battery)"),
        ({"paused": {"note": None, "until": None}}, "online for 2 h, paused"),
    ],
)
def test_an_agents_state_is_in_words(fields: dict[str, Any], words: str) -> None:
    assert status.state(an_agent(**fields), NOW, UTC) == words


def test_the_queue_has_its_depth_and_the_oldest_wait_with_its_reason() -> None:
    queue = {"waiting": 1200, "scheduled": 1, "running": 3, "oldest": {**OLDEST, "waitingFor": "runner:ollama"}}
    facts = dict(status.facts(a_status(an_agent(), queue=queue), NOW))
    assert facts["Queue"] == "1,200 waiting, 1 scheduled, 3 running"
    assert facts["Oldest"] == f"brainstorm {JOB_ID}\nfor 4 min; waits until an agent with ollama is free"
    assert "Next" not in facts


def test_what_waits_for_an_agent_has_its_next_command() -> None:
    facts = dict(status.facts(a_status(queue={**EMPTY, "waiting": 1, "oldest": OLDEST}), NOW))
    assert facts["Oldest"].endswith("for 4 min; waits for an agent")
    assert facts["Next"].startswith("engawa run")


def test_mock_mode_is_said() -> None:
    facts = dict(status.facts(a_status(mockMode=True), NOW))
    assert facts["Engines"] == "none, as no agent is online; mock mode invents the answers"


def test_agents_that_have_nothing_to_offer_are_not_taken_for_nobody() -> None:
    facts = dict(status.facts(a_status(an_agent(runners=[]), runners=[]), NOW))
    assert facts["Engines"] == "none: the agents that are online pause, or have none"
