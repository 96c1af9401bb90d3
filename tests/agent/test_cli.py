"""What the bare command, help and errors look like."""

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from engawa_agent import cli
from engawa_agent.errors import Busy, Refused, ServerAway, Stop
from tests.agent.makers import engawa, outcome


def raising(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """`engawa login` becomes a command that fails in a given way."""

    @click.command()
    def command() -> None:
        raise error

    monkeypatch.setattr(cli.LazyGroup, "get_command", lambda *_: command)


def test_alone_it_says_what_it_is_in_twelve_lines(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome(capsys)
    assert code == 0
    assert len(out.splitlines()) <= 12
    assert "Leaves this machine" in out
    assert "Never leaves" in out
    assert "engawa login" in out


def test_help_lists_the_commands_and_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome(capsys, "--help")
    assert code == 0
    assert all(name in out for name in cli.COMMANDS)
    assert "3 no engine" in out


def test_help_imports_neither_httpx_nor_rich() -> None:
    program = (
        "import sys\nfrom engawa_agent.cli import main\n"
        "try: main(['--help'])\nfinally: print([m for m in ('httpx', 'rich') if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize("name", sorted(cli.COMMANDS))
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome(capsys, name, "--help")
    assert code == 0
    assert "--debug" in out


def test_an_unknown_command_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = outcome(capsys, "fly")
    assert code == 2
    assert "E_USAGE" in err


@pytest.mark.parametrize(
    ("error", "code", "word"),
    [
        (Stop(3, "E_NO_ENGINE", "None.", "get one"), 3, "E_NO_ENGINE"),
        (Refused(404, "not_found", "No board."), 2, "E_REFUSED"),
        (Refused(409, "conflict", "It moved."), 1, "E_REFUSED"),
        (ServerAway("nobody there"), 5, "E_SERVER_AWAY"),
        (Busy("busy", "The table is busy.", 1), 1, "Try again in 1 s."),
        (Busy("busy", "The table is busy."), 1, "E_BUSY"),
        (ZeroDivisionError("oops"), 1, "E_INTERNAL"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_each_error_has_its_exit_code(
    error: Exception, code: int, word: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    raising(error, monkeypatch)
    ended, out, err = outcome(capsys, "login")
    assert (ended, out) == (code, "")
    assert word in err
    assert "Traceback" not in err


def test_debug_shows_the_traceback(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    raising(ZeroDivisionError("oops"), monkeypatch)
    assert "Traceback" in outcome(capsys, "--debug", "login")[2]


def test_with_json_an_error_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = outcome(capsys, "context", "board", "--json")
    assert code == 2
    assert err == ""
    document = json.loads(out)
    assert (document["schema"], document["error"]["code"]) == (1, "E_USAGE")


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    with engawa(tmp_path, "--help") as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(10) in (0, 1)
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
