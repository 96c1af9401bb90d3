"""`engawa approve`: what it shows, what it asks, what it sends."""

import io
import json
import sys
from typing import Any

import pytest

from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import AGENT_TOKEN, MEMBER_TOKEN, outcome

LOOK, APPROVE, DENY = "POST /api/pairing/look", "POST /api/pairing/approve", "POST /api/pairing/deny"
SCOPES = ["tokens:self", "socket:ticket", "agent:work", "tokens:rotate"]

Captured = pytest.CaptureFixture[str]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def a_pairing(**fields: Any) -> Answer:
    told = {"machine": "laptop", "user": "aoki", "place": "203.0.113.7", "engines": ["Ollama qwen", "Copilot CLI"]}
    more = {"userCode": "BCDF-GHJK", "status": "pending", "secondsLeft": 552, "scopes": SCOPES}
    return Answer(200, told | more | {"createdAt": "2026-11-29T08:00:02.000000Z"} | fields)


@pytest.fixture(autouse=True)
def member(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGAWA_URL", server.url)
    monkeypatch.setenv("ENGAWA_TOKEN", MEMBER_TOKEN)
    server.on(LOOK, a_pairing()).on(APPROVE, a_pairing(status="approved")).on(DENY, a_pairing(status="denied"))


def typing(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(words))


def test_it_shows_who_asks_from_where_and_for_what(capsys: Captured) -> None:
    code, out, _ = outcome(capsys, "approve", "bcdf-ghjk", "--yes")
    assert code == 0
    for words in ("BCDF-GHJK", "laptop", "aoki", "203.0.113.7", "Ollama qwen, Copilot CLI", "9 min 12 s"):
        assert words in out
    assert "take the team's jobs" in out
    assert "boards" not in out


def test_yes_approves(server: FakeServer, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    typing("y\n", monkeypatch)
    code, out, _ = outcome(capsys, "approve", "BCDF-GHJK")
    assert (code, "Let this machine in?" in out, "Approved." in out) == (0, True, True)
    assert server.asked(APPROVE) == [{"userCode": "BCDF-GHJK", "nodesRead": False}]
    assert server.seen[0].headers["authorization"] == f"Bearer {MEMBER_TOKEN}"


@pytest.mark.parametrize("typed", ["\n", "n\n"])
def test_no_refuses(server: FakeServer, typed: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    typing(typed, monkeypatch)
    code, out, _ = outcome(capsys, "approve", "BCDF-GHJK")
    assert (code, "Refused. laptop gets no token." in out) == (0, True)
    assert (len(server.asked(DENY)), server.asked(APPROVE)) == (1, [])


def test_ctrl_d_answers_nothing(server: FakeServer, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    typing("", monkeypatch)
    assert outcome(capsys, "approve", "BCDF-GHJK")[0] == 130
    assert [seen.route for seen in server.seen] == [LOOK]


def test_more_rights_are_shown_before_they_are_given(server: FakeServer, capsys: Captured) -> None:
    _, out, _ = outcome(capsys, "approve", "BCDF-GHJK", "--nodes-read", "--yes")
    assert "read everything on the team's boards" in out
    assert server.asked(APPROVE)[0]["nodesRead"] is True


def test_deny_asks_nothing_and_grants_nothing(server: FakeServer, capsys: Captured) -> None:
    code, out, _ = outcome(capsys, "approve", "BCDF-GHJK", "--deny", "--nodes-read", "--json")
    told = json.loads(out)
    assert (code, told["answer"], told["pairing"]["status"]) == (0, "denied", "denied")
    assert server.asked(DENY) == [{"userCode": "BCDF-GHJK", "nodesRead": False}]


def test_with_json_the_question_is_not_on_stdout(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    typing("y\n", monkeypatch)
    _, out, err = outcome(capsys, "approve", "BCDF-GHJK", "--json")
    assert json.loads(out)["answer"] == "approved"
    assert "Let this machine in?" in err


def test_without_a_terminal_nothing_asks_and_the_flag_is_named(server: FakeServer, capsys: Captured) -> None:
    code, _, err = outcome(capsys, "approve", "BCDF-GHJK")
    assert (code, "--yes" in err, server.seen) == (2, True, [])


def test_yes_and_no_at_once_is_wrong_use(capsys: Captured) -> None:
    assert outcome(capsys, "approve", "BCDF-GHJK", "--yes", "--deny")[0] == 2


def test_an_agents_token_is_not_even_sent(
    server: FakeServer, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENGAWA_TOKEN", AGENT_TOKEN)
    assert outcome(capsys, "approve", "BCDF-GHJK", "--yes")[0] == 4
    assert server.seen == []


@pytest.mark.parametrize(("status", "code"), [(404, "not_found"), (400, "invalid")])
def test_a_wrong_code_says_where_there_is_a_new_one(
    server: FakeServer, status: int, code: str, capsys: Captured
) -> None:
    server.on(LOOK, error(status, code, "There is no such code."))
    ended, _, err = outcome(capsys, "approve", "XXXX-XXXX", "--yes")
    assert (ended, "E_WRONG_CODE" in err, "engawa pair" in err) == (2, True, True)


def test_a_code_that_was_answered_is_not_asked_about(server: FakeServer, capsys: Captured) -> None:
    server.on(LOOK, a_pairing(status="approved"))
    code, _, err = outcome(capsys, "approve", "BCDF-GHJK", "--yes")
    assert (code, "it was approved" in err, server.asked(APPROVE)) == (1, True, [])


def test_what_a_machine_is_called_cannot_hide_what_it_asks_for(server: FakeServer, capsys: Captured) -> None:
    server.on(LOOK, a_pairing(machine="a\x1b[2J\nb\u202e", engines=["\r" + "x" * 500]))
    _, out, _ = outcome(capsys, "approve", "BCDF-GHJK", "--yes")
    assert "machine  a[2Jb\n" in out
    assert all(character.isprintable() or character == "\n" for character in out)
    assert "x" * 201 not in out
