"""`engawa login`: keep an address and a token."""

import io
import json
import sys

import pytest

from engawa_agent import keeping
from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import AGENT_TOKEN, MEMBER_TOKEN, outcome

TRY = "POST /api/agent/jobs/00000000-0000-0000-0000-000000000000/renew"
WORKSPACE = "GET /api/workspace"


def logged_in(
    server: FakeServer, token: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *more: str
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(token))
    return outcome(capsys, "login", "--url", server.url, *more)


def kept(server: FakeServer) -> dict[str, str | None]:
    return dict(keeping.here().saved().servers.get(server.url, {}))


def test_both_kinds_are_kept_beside_each_other(
    server: FakeServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    server.on(WORKSPACE, Answer(200, {}))
    assert logged_in(server, f"{MEMBER_TOKEN}\n", capsys, monkeypatch)[0] == 0
    code, out, _ = logged_in(server, AGENT_TOKEN, capsys, monkeypatch)
    assert code == 0
    assert "Next: engawa run" in out
    assert AGENT_TOKEN not in out
    assert kept(server) == {"member": MEMBER_TOKEN, "agent": AGENT_TOKEN}


@pytest.mark.parametrize("token", [MEMBER_TOKEN, AGENT_TOKEN, "another-form"])
def test_a_token_that_is_not_taken_is_not_kept(
    server: FakeServer, token: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    server.on(WORKSPACE, error(401)).on(TRY, error(401))
    code, _, err = logged_in(server, token, capsys, monkeypatch)
    assert (code, kept(server)) == (4, {})
    assert "E_NO_ACCESS" in err


def test_a_token_in_another_form_is_tried_as_both(
    server: FakeServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    server.on(WORKSPACE, error(403))
    _, out, _ = logged_in(server, "another-form", capsys, monkeypatch, "--json")
    told = json.loads(out)
    assert (told["kind"], told["keptIn"], told["file"]) == ("agent", "file", str(keeping.here().path))


def test_without_a_terminal_nothing_asks(
    server: FakeServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, err = logged_in(server, "", capsys, monkeypatch)
    assert code == 2
    assert "standard input" in err


def test_without_an_address_the_flag_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = outcome(capsys, "login")
    assert code == 2
    assert "--url" in err
