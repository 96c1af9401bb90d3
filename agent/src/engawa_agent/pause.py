"""The pause that `engawa pause` asked for: kept on disk, so that a restart does not end it."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from engawa_agent import state
from engawa_text import units

NAME = "pause.json"
LONGEST_NOTE = 200  # as the server takes it


@dataclass(frozen=True)
class Pause:
    """No new job starts. Without `until` it ends by `engawa resume` alone."""

    since: datetime
    until: datetime | None = None
    note: str = ""

    def holds(self, now: datetime) -> bool:
        return self.until is None or now < self.until

    def document(self) -> dict[str, Any]:
        until = state.instant(self.until) if self.until else None
        return {"until": until, "note": self.note, "since": state.instant(self.since)}


def save(home: Path, pause: Pause) -> None:
    """Raises Stop."""
    try:
        state.write(home / NAME, **pause.document())
    except OSError as error:
        raise state.unusable(home, error) from error


def load(home: Path) -> Pause | None:
    """The pause that was asked for, also one that is over. Raises Damaged; see `set_aside`."""
    content = state.read(home / NAME)
    if content is None:
        return None
    try:
        until = content["until"]
        return Pause(
            since=state.moment(content["since"]),
            until=None if until is None else state.moment(until),
            note=clean(str(content["note"]))[:LONGEST_NOTE],
        )
    except (LookupError, ValueError) as error:
        raise state.Damaged(f"{home / NAME} is damaged ({error}).") from error


def set_aside(home: Path) -> None:
    """Out of the way, for whoever wants to know what was in it. Raises OSError."""
    (home / NAME).replace(home / f"{NAME}.damaged")


def end(home: Path) -> None:
    """Harmless when there is none. Raises Stop."""
    try:
        (home / NAME).unlink(missing_ok=True)
    except OSError as error:
        raise state.unusable(home, error) from error


def span(text: str) -> timedelta:
    """`1h`, `30m`, `90s`, `1h30m`. Raises ValueError with what is wrong."""
    found = re.fullmatch(r"(?:([0-9]{1,5})h)?(?:([0-9]{1,5})m)?(?:([0-9]{1,5})s)?", text.strip().lower())
    hours, minutes, seconds = (int(part or 0) for part in found.groups()) if found else (0, 0, 0)
    length = timedelta(hours=hours, minutes=minutes, seconds=seconds)
    if not length:
        raise ValueError(f"{text!r} is no length of time; write 1h, 30m, 90s or 1h30m.")
    return length


def clean(note: str) -> str:
    """On one line, and in characters that can be sent."""
    return " ".join(units.whole(note).split())
