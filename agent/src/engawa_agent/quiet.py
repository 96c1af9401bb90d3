"""Hours in which no new job starts, by the clock on the wall."""

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
FORM = re.compile(r"(?:([a-z]{3})(?:-([a-z]{3}))? +)?([0-9]{2}:[0-9]{2}) *- *([0-9]{2}:[0-9]{2})")
DAY_MINUTES = 24 * 60


@dataclass(frozen=True)
class Quiet:
    """Minutes since midnight; an `end` that is not after `start` is on the next day. `days`: Monday is 0."""

    start: int
    end: int
    days: frozenset[int] = frozenset(range(7))

    def until(self, local: datetime) -> datetime | None:
        """When the hours end in which `local` lies, both without a zone; None when it lies in none."""
        today = datetime.combine(local.date(), time())
        for day in (today - timedelta(days=1), today):
            begin, finish = day + timedelta(minutes=self.start), day + timedelta(minutes=self._finish())
            if day.weekday() in self.days and begin <= local < finish:
                return finish
        return None

    def _finish(self) -> int:
        return self.end if self.end > self.start else self.end + DAY_MINUTES


def parse(text: str) -> Quiet:
    """`22:00-07:00`, `Mon-Fri 09:00-17:00`, `Sat 00:00-24:00`. Raises ValueError."""
    found = FORM.fullmatch(text.strip().lower())
    start, end = (_minutes(found[3]), _minutes(found[4])) if found else (0, 0)
    if found is None or start in (end, DAY_MINUTES):
        raise ValueError(f"{text!r} names no hours.")
    return Quiet(start, end, _days(found[1], found[2]))


def _minutes(text: str) -> int:
    hours, minutes = int(text[:2]), int(text[3:])
    if minutes > 59 or hours * 60 + minutes > DAY_MINUTES:
        raise ValueError(f"{text} is no time of day.")
    return hours * 60 + minutes


def _days(first: str | None, last: str | None) -> frozenset[int]:
    """Over the end of the week, where they are given so: `Sat-Mon`."""
    if first is None:
        return frozenset(range(7))
    begin, end = DAYS.index(first), DAYS.index(last or first)
    return frozenset((begin + step) % 7 for step in range((end - begin) % 7 + 1))
