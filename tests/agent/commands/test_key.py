"""`engawa key`: keep the key for an engine, forget it, list where each is."""

import io
import json
import os
import pty
import sys
from pathlib import Path

import pytest

from engawa_agent import config, keys
from tests.agent.makers import engawa, outcome

KEY = "marker-of-a-key"


def keeping(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return outcome(capsys, "key", "set", *arguments)


def kept(engine: str) -> str:
    found = keys.here().find(engine, {})
    return found.value if found else ""


def test_a_key_is_kept_and_not_shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, err = keeping(capsys, monkeypatch, f" {KEY}\n", "gemini")
    assert (code, kept("gemini"), KEY in out + err) == (0, KEY, False)
    assert "Next: engawa engines" in out


def test_with_json_it_is_one_document(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    _, out, _ = keeping(capsys, monkeypatch, KEY, "gemini", "--json")
    file = str(keys.here().folder / "gemini")
    assert json.loads(out) == {"schema": 1, "engine": "gemini", "keptIn": "file", "file": file}
    assert json.loads(outcome(capsys, "key", "list", "--json")[1])["keys"][0]["source"] == file
    assert json.loads(outcome(capsys, "key", "forget", "gemini", "--json")[1])["forgotten"] is True


@pytest.mark.parametrize(
    ("typed", "code"), [("", "E_NO_KEY"), ("\n", "E_NO_KEY"), ("marker of two\n", "E_BAD_KEY"), ("ключ", "E_BAD_KEY")]
)
def test_what_is_no_key_is_not_kept(
    typed: str, code: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ended, out, err = keeping(capsys, monkeypatch, typed, "gemini")
    assert (ended, out, kept("gemini")) == (2, "", "")
    assert code in err
    assert "marker" not in err


@pytest.mark.parametrize(
    ("engine", "words"),
    [
        ("gemni", "did you mean gemini?"),
        ("openai", "did you mean openai-compatible?"),
        ("copilot-cli", "takes no key"),
        ("../login.json", "no such engine; there are: anthropic"),
    ],
)
def test_an_engine_that_takes_none_is_refused(
    engine: str, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, err = keeping(capsys, monkeypatch, KEY, engine)
    assert (code, keys.here().kept()) == (2, ())
    assert words in err


def test_a_variable_that_goes_before_it_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENGAWA_OPENAI_KEY", "another")
    assert "unset ENGAWA_OPENAI_KEY" in keeping(capsys, monkeypatch, KEY, "openai-compatible")[2]
    assert "unset ENGAWA_OPENAI_KEY" in outcome(capsys, "key", "forget", "openai-compatible")[2]


def test_a_key_can_be_kept_while_the_file_is_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    config.place({}).parent.mkdir(parents=True)
    config.place({}).write_text('[engines.gemini]\nkey = "marker"\n')
    assert keeping(capsys, monkeypatch, KEY, "gemini")[0] == 0


def test_forgetting_again_does_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    keys.here().keep("gemini", KEY)
    assert outcome(capsys, "key", "forget", "gemini") == (0, "Forgot the key for gemini.\n", "")
    assert outcome(capsys, "key", "forget", "gemini")[:2] == (0, "Nothing to do: no key for gemini is kept here.\n")
    assert kept("gemini") == ""


def test_the_key_of_an_engine_that_is_gone_can_be_forgotten(capsys: pytest.CaptureFixture[str]) -> None:
    keys.here().keep("theirs", KEY)
    assert "theirs" in outcome(capsys, "key", "list")[1]
    assert outcome(capsys, "key", "forget", "theirs")[0] == 0


def test_the_list_says_where_each_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "engawa key set" in outcome(capsys, "key", "list")[1]
    monkeypatch.setenv("ENGAWA_OPENAI_KEY", "marker")
    monkeypatch.setenv("ENGAWA_GEMINI_KEY_FILE", str(tmp_path / "none"))
    keys.here().keep("anthropic", KEY)
    _, out, _ = outcome(capsys, "key", "list")
    told = {line.split()[0]: line for line in out.splitlines()}
    assert "ENGAWA_OPENAI_KEY" in told["openai-compatible"]
    assert str(keys.here().folder) in told["anthropic"]
    assert "cannot be used" in told["gemini"]
    assert "marker" not in out


def test_on_a_terminal_it_is_asked_for_without_showing_it(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    try:
        with engawa(tmp_path, "key", "set", "gemini", stdin=theirs, stderr=theirs, start_new_session=True) as process:
            shown = os.read(ours, 1000)
            os.write(ours, f"{KEY}\n".encode())
            assert process.wait(20) == 0
            shown += os.read(ours, 1000)
    finally:
        os.close(ours)
        os.close(theirs)
    assert b"Key for gemini" in shown
    assert KEY.encode() not in shown
    assert KEY in (tmp_path / "engawa/keys/gemini").read_text()
