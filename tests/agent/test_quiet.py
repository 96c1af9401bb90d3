"""Quiet hours by the clock on the wall."""

from datetime import datetime

import pytest

from engawa_agent.quiet import parse


def until(hours: str, local: str) -> str | None:
    """2026-11-30 is a Monday."""
    end = parse(hours).until(datetime.fromisoformat(local))
    return end.isoformat(" ", "minutes") if end else None


@pytest.mark.parametrize(
    ("hours", "local", "end"),
    [
        ("12:00-13:00", "2026-11-30 11:59", None),
        ("12:00-13:00", "2026-11-30 12:00", "2026-11-30 13:00"),
        ("12:00-13:00", "2026-11-30 13:00", None),
        ("22:00-07:00", "2026-11-30 23:00", "2026-12-01 07:00"),
        ("22:00-07:00", "2026-11-30 06:59", "2026-11-30 07:00"),
        ("22:00-07:00", "2026-11-30 07:00", None),
        ("22:00-24:00", "2026-11-30 23:59", "2026-12-01 00:00"),
        ("Mon-Fri 09:00-17:00", "2026-11-30 09:00", "2026-11-30 17:00"),
        ("mon-fri 09:00 - 17:00", "2026-11-29 09:00", None),
        ("Sat 00:00-24:00", "2026-11-28 12:00", "2026-11-29 00:00"),
        ("Sun 22:00-07:00", "2026-11-30 06:00", "2026-11-30 07:00"),
        ("Mon 22:00-07:00", "2026-11-30 06:00", None),
        ("Sat-Mon 10:00-11:00", "2026-11-30 10:30", "2026-11-30 11:00"),
        ("Sat-Mon 10:00-11:00", "2026-12-01 10:30", None),
    ],
)
def test_hours(hours: str, local: str, end: str | None) -> None:
    assert until(hours, local) == end


@pytest.mark.parametrize(
    "text",
    ["", "22-7", "22:00", "25:00-07:00", "24:30-07:00", "12:60-13:00", "09:00-09:00", "24:00-07:00", "Mun 09:00-10:00",
     "Mon,Tue 09:00-10:00", "١٢:00-13:00", "9:00-10:00", "09:00-10:00 Mon"],
)  # fmt: skip
def test_what_are_no_hours(text: str) -> None:
    with pytest.raises(ValueError, match=r"names no hours|no time of day|not in tuple"):
        parse(text)
