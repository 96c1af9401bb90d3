"""`engawa admin`: what it keeps, what it shows, and what it refuses."""

import json

import pytest

from engawa_agent import keeping
from engawa_agent.commands import admin
from engawa_agent.errors import Exit, Stop
from engawa_agent.stack import Founded
from tests.agent.makers import outcome
from tests.agent.test_stack import TOKENS, URL, Aws, account

__all__ = ["account"]

Captured = pytest.CaptureFixture[str]
MADE = Founded("w", "Team", URL, TOKENS)


def test_bootstrap_founds_and_logs_in(account: Aws, capsys: Captured) -> None:
    account.has_stack()
    account.founds({"workspaceId": "w", "tokens": TOKENS})
    here = keeping.here()
    made = admin.first(account.clients, here, "engawa", "Team", again=False)
    assert admin.tell(made, admin.keep(here, made), show=False, as_json=False) == Exit.DONE
    out = capsys.readouterr().out
    assert (dict(here.saved().servers), here.saved().current) == ({URL: TOKENS}, URL)
    assert 'Founded the workspace "Team" (w)' in out
    assert f"engawa pair --url {URL}" in out
    assert "secret" not in out


def test_the_tokens_are_shown_to_whoever_asks(capsys: Captured) -> None:
    here = keeping.here()
    admin.tell(MADE, admin.keep(here, MADE), show=True, as_json=False)
    assert all(token in capsys.readouterr().out for token in [TOKENS["admin"]])
    admin.tell(MADE, admin.keep(here, MADE), show=False, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert (told["tokens"], told["keptIn"], told["workspaceId"]) == (TOKENS, "file", "w")


def test_again_it_founds_nothing(account: Aws) -> None:
    account.has_stack()
    keeping.here().keep(URL, "admin", TOKENS["admin"])
    with pytest.raises(Stop, match="logged in to a workspace") as stop:
        admin.first(account.clients, keeping.here(), "engawa", "Team", again=False)
    assert (stop.value.code, "--again" in stop.value.hint) == ("E_ALREADY", True)
    assert "engawa admin workspace create" in stop.value.hint


def test_unless_it_is_told_to(account: Aws) -> None:
    account.has_stack()
    account.founds({"workspaceId": "w2", "tokens": TOKENS})
    keeping.here().keep(URL, "admin", TOKENS["admin"])
    assert admin.first(account.clients, keeping.here(), "engawa", "Team", again=True).id == "w2"


@pytest.mark.parametrize("as_json", [True, False])
def test_tokens_that_cannot_be_kept_are_shown_rather_than_lost(as_json: bool, capsys: Captured) -> None:
    here = keeping.here()
    here.path.parent.parent.mkdir(parents=True, exist_ok=True)
    here.path.parent.write_text("a file where the folder should be")
    assert admin.tell(MADE, admin.keep(here, MADE), show=False, as_json=as_json) == Exit.FAILED
    out = capsys.readouterr().out
    assert all(token in out for token in TOKENS.values())


def test_of_another_workspace_the_tokens_alone_are_on_stdout(capsys: Captured) -> None:
    admin.tell_created(MADE, as_json=False)
    out, err = capsys.readouterr()
    assert [line.split() for line in out.splitlines()] == [[kind, token] for kind, token in TOKENS.items()]
    assert "shown this once" in err
    assert keeping.here().saved().servers == {}


@pytest.mark.parametrize("name", ["", "   ", "x" * 2001])
def test_a_name_that_the_server_would_refuse_asks_nothing(name: str, capsys: Captured) -> None:
    code, _, err = outcome(capsys, "admin", "workspace", "create", "--stack", "engawa", "--name", name)
    assert (code, "--name" in err) == (2, True)


@pytest.mark.parametrize("command", [("bootstrap",), ("workspace", "create", "--name", "Team")])
def test_without_a_stack_the_flag_is_named(command: tuple[str, ...], capsys: Captured) -> None:
    code, _, err = outcome(capsys, "admin", *command)
    assert (code, "--stack" in err) == (2, True)


def test_an_error_of_aws_is_a_stop(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    for name in ("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"):
        monkeypatch.setenv(name, str(tmp_path_factory.mktemp("aws") / "none"))
    code, _, err = outcome(capsys, "admin", "bootstrap", "--stack", "engawa", "--profile", "nobody")
    assert (code, "E_AWS_PROFILE" in err, "Traceback" in err) == (2, True, False)
