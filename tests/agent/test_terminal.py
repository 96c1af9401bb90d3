"""Texts that others wrote, on a terminal and on a pipe."""

import sys

import pytest

from engawa_agent import terminal
from tests.agent.fake_server import Answer, FakeServer
from tests.agent.makers import JOB_ID, MEMBER_TOKEN, a_head, outcome

RULING = "\x1b]0;mine\x07# Board\n\x1b[2J\x1b[31mred\x9b0m\tafter\r> ok\b\x00\x7f\n-"
READABLE = "]0;mine# Board\n[2J[31mred0m\tafter> ok\n-"
DONE = a_head("done", result=RULING)


@pytest.fixture(autouse=True)
def written_by_others(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGAWA_URL", server.url)
    monkeypatch.setenv("ENGAWA_TOKEN", MEMBER_TOKEN)
    server.on("POST /api/contexts", Answer(200, {"text": RULING, "legend": None}))
    server.on("POST /api/ai/jobs", DONE).on(f"GET /api/ai/jobs/{JOB_ID}", DONE)


def test_what_would_rule_a_terminal_goes_and_all_else_stays() -> None:
    assert terminal.readable(RULING) == READABLE
    assert terminal.readable("企画 👩‍💻\n\n\tx") == "企画 👩‍💻\n\n\tx"


PRINTING = [("context", "board", "b1"), ("ask", "brainstorm"), ("jobs", "show", JOB_ID), ("jobs", "watch", JOB_ID)]


@pytest.mark.parametrize("arguments", PRINTING, ids=" ".join)
def test_a_terminal_is_not_ruled_and_a_pipe_gets_each_sign(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    assert RULING in outcome(capsys, *arguments)[1]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    shown = outcome(capsys, *arguments)[1]
    assert READABLE in shown
    assert "\x1b" not in shown


def test_neither_does_an_error(
    server: FakeServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    server.on(f"GET /api/ai/jobs/{JOB_ID}", a_head("failed", error=RULING))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert READABLE in outcome(capsys, "jobs", "watch", JOB_ID)[2]
