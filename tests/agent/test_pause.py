"""The pause on disk, and how its length is typed."""

import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engawa_agent import pause, state
from engawa_agent.pause import Pause

NOW = datetime(2026, 11, 29, 8, 0, 2, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("text", "minutes"), [("1h", 60), ("30m", 30), ("90s", 1.5), ("1h30m", 90), ("1h0m6s", 60.1), (" 2H ", 120)]
)
def test_lengths(text: str, minutes: float) -> None:
    assert pause.span(text) == timedelta(minutes=minutes)


@pytest.mark.parametrize("text", ["", "0m", "0h0s", "1", "h", "-1h", "1.5h", "30m1h", "1d", "１h", "999999h", "1h 30"])
def test_what_is_no_length(text: str) -> None:
    with pytest.raises(ValueError, match="1h30m"):
        pause.span(text)


def test_what_is_saved_is_found_again_and_private(tmp_path: Path) -> None:
    asked = Pause(since=NOW, until=NOW + HOUR, note="会議")
    pause.save(tmp_path, asked)
    assert pause.load(tmp_path) == asked
    assert stat.S_IMODE((tmp_path / "pause.json").stat().st_mode) == 0o600


def test_it_holds_until_its_end_or_for_ever() -> None:
    assert Pause(NOW, NOW + HOUR).holds(NOW + HOUR - timedelta(seconds=1))
    assert not Pause(NOW, NOW + HOUR).holds(NOW + HOUR)
    assert Pause(NOW).holds(NOW + 10_000 * HOUR)


def test_there_is_none_at_first_and_after_its_end(tmp_path: Path) -> None:
    assert pause.load(tmp_path) is None
    pause.save(tmp_path, Pause(NOW))
    pause.end(tmp_path)
    pause.end(tmp_path)
    assert pause.load(tmp_path) is None


@pytest.mark.parametrize(
    "content",
    ["{", '{"schema": 1}', '{"schema": 1, "until": "soon", "since": "2026-11-29T08:00:02Z", "note": ""}'],
)
def test_a_damaged_one_can_be_set_aside(tmp_path: Path, content: str) -> None:
    (tmp_path / "pause.json").write_text(content)
    with pytest.raises(state.Damaged, match=r"pause\.json"):
        pause.load(tmp_path)
    pause.set_aside(tmp_path)
    assert pause.load(tmp_path) is None
    assert (tmp_path / "pause.json.damaged").read_text() == content


def test_a_note_is_one_line_that_can_be_sent() -> None:
    assert pause.clean(" a\n b\udc80 ") == "a b�"
