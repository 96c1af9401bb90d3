"""`engawa stop`: with real processes that obey, that take their time, and that hang."""

import json
from pathlib import Path

import pytest

from engawa_agent import instance
from engawa_agent.commands.stop import wait
from tests.agent.instances import held
from tests.agent.makers import outcome

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "engawa").mkdir()
    return tmp_path / "engawa"


def test_nothing_runs_and_that_is_fine(home: Path, capsys: Captured) -> None:
    assert outcome(capsys, "stop") == (0, "No `engawa run` is running here.\n", "")
    assert json.loads(outcome(capsys, "stop", "--json")[1]) == {"schema": 1, "stopped": []}


def test_all_of_them_stop(home: Path, capsys: Captured) -> None:
    with held(home) as first, held(home) as second:
        code, out, err = outcome(capsys, "stop")
        pids = (first.process.wait(10), second.process.wait(10))
        assert (code, err, pids) == (0, "", (0, 0))
        assert f"process {first.process.pid}." in out
        assert f"process {second.process.pid}." in out


def test_now_is_told_from_a_stop(home: Path, capsys: Captured) -> None:
    with held(home, obeys="now") as one:
        code, out, _ = outcome(capsys, "stop", "--now", "--json")
        assert code == 0
        (stopped,) = json.loads(out)["stopped"]
        assert (stopped["pid"], stopped["url"]) == (one.process.pid, "https://here.example")


def test_a_wait_that_is_too_long_ends_and_says_what_helps(home: Path, capsys: Captured) -> None:
    with held(home, obeys="now") as one:
        code, _, err = outcome(capsys, "stop", "--timeout", "0")
        assert code == 1
        assert "E_STILL_RUNNING" in err
        assert "engawa stop --now" in err
        assert one.process.poll() is None


def test_one_that_hangs_is_named(home: Path, capsys: Captured) -> None:
    with held(home, obeys="never") as one:
        code, out, _ = outcome(capsys, "stop", "--now", "--timeout", "0.2", "--json")
        error = json.loads(out)["error"]
        assert (code, error["code"]) == (1, "E_STILL_RUNNING")
        assert error["hint"].endswith(f"kill -9 {one.process.pid}")


def test_one_that_takes_its_time_is_mentioned_once(home: Path) -> None:
    time, told = [0.0], []
    with held(home, obeys="never"):
        asked = instance.running(home)
        left = wait(home, asked, 5.0, told.append, clock=lambda: time[0], sleep=lambda _: time.insert(0, time[0] + 1))
    assert left == asked
    assert told == [asked]
