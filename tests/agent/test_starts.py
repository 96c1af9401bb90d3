"""The starts of the last hour, across restarts and processes."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engawa_agent.starts import Starts

NOW = datetime(2026, 11, 29, 8, 0, 2, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def test_only_those_of_the_last_hour_count(tmp_path: Path) -> None:
    starts = Starts(tmp_path)
    starts.add(NOW)
    starts.add(NOW + 59 * MINUTE)
    assert starts.recent(NOW + 59 * MINUTE) == [NOW, NOW + 59 * MINUTE]
    assert starts.recent(NOW + 60 * MINUTE) == [NOW + 59 * MINUTE]


def test_a_restart_and_a_second_agent_know_them(tmp_path: Path) -> None:
    first, second = Starts(tmp_path), Starts(tmp_path)
    first.add(NOW)
    second.add(NOW + MINUTE)
    assert first.recent(NOW + MINUTE) == [NOW, NOW + MINUTE]
    assert Starts(tmp_path).recent(NOW + MINUTE) == [NOW, NOW + MINUTE]


@pytest.mark.parametrize("content", ["{", '{"schema": 1}', '{"schema":1, "starts": [1]}', '{"schema":1, "starts": 5}'])
def test_a_damaged_file_is_written_anew(tmp_path: Path, content: str) -> None:
    (tmp_path / "starts.json").write_text(content)
    starts = Starts(tmp_path)
    assert starts.recent(NOW) == []
    starts.add(NOW)
    assert Starts(tmp_path).recent(NOW) == [NOW]


def test_where_nothing_can_be_written_its_own_count(tmp_path: Path) -> None:
    starts = Starts(tmp_path / "none")
    starts.add(NOW)
    assert starts.recent(NOW) == [NOW]


def test_those_ahead_of_the_clock_do_not_count(tmp_path: Path) -> None:
    starts = Starts(tmp_path)
    starts.add(NOW)
    assert starts.recent(NOW - MINUTE) == []
