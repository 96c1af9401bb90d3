"""When jobs were started here within the last hour: on disk, because a restart must not start the count anew."""

from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from filelock import FileLock

from engawa_agent import state

HOUR = timedelta(hours=1)
LOCK_SECONDS = 2.0


class Starts:
    """One file for all agents of this user on this machine. On a full disk each counts its own starts alone."""

    def __init__(self, home: Path) -> None:
        self._path = home / "starts.json"
        self._own: set[datetime] = set()

    def add(self, now: datetime) -> None:
        self._own = {at for at in self._own | {now} if _is_recent(at, now)}
        with suppress(OSError), FileLock(self._path.with_suffix(".lock"), timeout=LOCK_SECONDS, mode=0o600):
            state.write(self._path, starts=[state.instant(at) for at in self.recent(now)])

    def recent(self, now: datetime) -> list[datetime]:
        """The starts of the hour before `now`, the oldest first."""
        return sorted(at for at in self._own | self._kept() if _is_recent(at, now))

    def _kept(self) -> set[datetime]:
        """A damaged file is written anew at the next start; until then it says nothing."""
        try:
            content = state.read(self._path) or {"starts": []}
            return {state.moment(at) for at in content["starts"]}
        except (state.Damaged, LookupError, TypeError, ValueError):
            return set()


def _is_recent(at: datetime, now: datetime) -> bool:
    """One that lies ahead was written before the clock was set back; it would count for too long."""
    return now - HOUR < at <= now
