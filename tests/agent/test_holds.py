"""Why no new job starts now."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from engawa_agent import pause
from engawa_agent.holds import Hold, Holds
from engawa_agent.pause import Pause
from engawa_agent.policy import Policy
from engawa_agent.quiet import parse

NOW = datetime(2026, 11, 29, 8, 0, 2, tzinfo=UTC)
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


class Rig:
    """`battery` is what the machine says of it, `time` the clock; both are moved by hand."""

    def __init__(self, home: Path, zone: str = "UTC", **fields: Any) -> None:
        self.battery: bool | None = None
        self.time, self.looks = 0.0, 0
        self.told: list[str] = []
        self.home = home
        clock: Callable[[], float] = lambda: self.time  # noqa: E731
        self.holds = Holds(
            Policy(**fields), home, self.told.append, clock=clock, on_battery=self.look, zone=ZoneInfo(zone)
        )

    def look(self) -> bool | None:
        self.looks += 1
        return self.battery

    def reason(self, moment: datetime = NOW) -> str | None:
        hold = self.holds.now(moment)
        return hold.reason if hold else None


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    return Rig(tmp_path)


def test_as_a_rule_nothing(rig: Rig) -> None:
    assert rig.holds.now(NOW) is None


def test_a_pause_and_its_end(rig: Rig) -> None:
    pause.save(rig.home, Pause(NOW, NOW + HOUR, "meeting"))
    assert rig.holds.now(NOW) == Hold("paused", "meeting", NOW + HOUR)
    assert rig.holds.now(NOW + HOUR) is None


def test_resume_ends_it(rig: Rig) -> None:
    pause.save(rig.home, Pause(NOW))
    assert rig.holds.now(NOW) == Hold("paused")
    pause.end(rig.home)
    assert rig.holds.now(NOW) is None


def test_a_damaged_pause_is_said_and_set_aside(rig: Rig) -> None:
    (rig.home / "pause.json").write_text("{")
    assert (rig.reason(), rig.reason()) == (None, None)
    assert len(rig.told) == 1
    assert "not paused" in rig.told[0]
    assert (rig.home / "pause.json.damaged").exists()


def test_one_that_cannot_be_moved_is_said_once(rig: Rig) -> None:
    (rig.home / "pause.json").write_text("{")
    (rig.home / "pause.json.damaged").mkdir()
    assert (rig.reason(), rig.reason()) == (None, None)
    assert len(rig.told) == 1


def test_quiet_hours_are_this_machines(tmp_path: Path) -> None:
    rig = Rig(tmp_path, "Asia/Tokyo", quiet_hours=(parse("17:00-19:00"), parse("17:00-18:00")))
    assert rig.holds.now(NOW) == Hold("quiet hours", until=NOW.replace(hour=10, second=0))
    assert rig.reason(NOW - HOUR) is None


def test_quiet_hours_over_the_change_of_the_clocks(tmp_path: Path) -> None:
    """That night has nine hours in Berlin: it ends at 7:00 of winter."""
    rig = Rig(tmp_path, "Europe/Berlin", quiet_hours=(parse("22:00-07:00"),))
    hold = rig.holds.now(datetime(2026, 10, 24, 21, 0, tzinfo=UTC))
    assert hold is not None
    assert hold.until == datetime(2026, 10, 25, 6, 0, tzinfo=UTC)


def test_on_battery_and_back(rig: Rig) -> None:
    rig.battery = True
    assert rig.reason() == "on battery"
    rig.battery = False
    rig.time = 10.0
    assert rig.reason() is None


def test_the_battery_is_looked_at_every_ten_seconds(rig: Rig) -> None:
    for rig.time in (0.0, 5.0, 9.9, 10.0, 19.0):
        rig.reason()
    assert rig.looks == 2


def test_who_allows_it_runs_on_battery(tmp_path: Path) -> None:
    rig = Rig(tmp_path, on_battery="run")
    rig.battery = True
    assert rig.reason() is None


def test_an_hours_number_of_starts(tmp_path: Path) -> None:
    rig = Rig(tmp_path, max_per_hour=2)
    rig.holds.started(NOW - 30 * MINUTE)
    assert rig.reason() is None
    rig.holds.started(NOW - 10 * MINUTE)
    assert rig.holds.now(NOW) == Hold("hourly rate", "2 an hour", NOW + 30 * MINUTE)
    assert rig.reason(NOW + 30 * MINUTE) is None


def test_a_restart_does_not_start_the_hour_anew(tmp_path: Path) -> None:
    Rig(tmp_path, max_per_hour=1).holds.started(NOW)
    assert Rig(tmp_path, max_per_hour=1).reason() == "hourly rate"


def test_without_a_rate_nothing_is_written(rig: Rig) -> None:
    rig.holds.started(NOW)
    assert list(rig.home.iterdir()) == []


def test_what_a_person_asked_for_comes_first(tmp_path: Path) -> None:
    rig = Rig(tmp_path, quiet_hours=(parse("00:00-24:00"),))
    rig.battery = True
    pause.save(tmp_path, Pause(NOW))
    assert rig.reason() == "paused"
    pause.end(tmp_path)
    assert rig.reason() == "quiet hours"


def test_as_a_heartbeat_has_it() -> None:
    until = datetime(2026, 11, 29, 9, 0, tzinfo=UTC)
    wire = {"reason": "paused", "note": "meeting", "until": "2026-11-29T09:00:00.000000Z"}
    assert Hold("paused", "meeting", until).wire() == wire
    assert Hold("on battery").wire() == {"reason": "on battery", "note": None, "until": None}


def test_in_words() -> None:
    assert str(Hold("on battery")) == "on battery"
    assert str(Hold("paused", "meeting", NOW)).startswith("paused until 2026-11-")
    assert str(Hold("paused", "meeting")).endswith("(meeting)")
