"""`engawa pause` and `engawa resume`."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engawa_agent import pause
from engawa_agent.commands.pause import words
from engawa_agent.pause import Pause
from tests.agent.makers import outcome

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "engawa"


def test_for_a_while(home: Path, capsys: Captured) -> None:
    code, out, _ = outcome(capsys, "pause", "--for", "1h30m", "--note", "meeting")
    kept = pause.load(home)
    assert code == 0
    assert "(meeting)" in out
    assert "engawa resume" in out
    assert kept is not None
    assert kept.until is not None
    assert (kept.until - kept.since).total_seconds() == 5400


def test_until_resume(home: Path, capsys: Captured) -> None:
    document = json.loads(outcome(capsys, "pause", "--json")[1])
    assert (document["paused"], document["until"], document["note"]) == (True, None, "")
    assert json.loads(outcome(capsys, "resume", "--json")[1]) == {"schema": 1, "paused": False, "wasPaused": True}
    assert outcome(capsys, "resume")[:2] == (0, "There was no pause.\n")


def test_resume_also_removes_a_damaged_one(home: Path, capsys: Captured) -> None:
    outcome(capsys, "pause")
    (home / "pause.json").write_text("{")
    assert outcome(capsys, "resume")[0] == 0
    assert pause.load(home) is None


@pytest.mark.parametrize("arguments", [("--for", "soon"), ("--for", "0s"), ("--note", "x" * 201)])
def test_what_is_not_understood_names_its_flag(home: Path, capsys: Captured, arguments: tuple[str, str]) -> None:
    code, out, err = outcome(capsys, "pause", *arguments)
    assert (code, out) == (2, "")
    assert arguments[0] in err
    assert "E_USAGE" in err
    assert pause.load(home.parent) is None


def test_a_pause_in_words() -> None:
    now = datetime(2026, 11, 29, 8, 0, tzinfo=UTC)
    assert words(Pause(now), now) == "Paused until `engawa resume`."
    assert words(Pause(now, now.replace(hour=9), "lunch"), now).endswith(":00 (lunch).")
