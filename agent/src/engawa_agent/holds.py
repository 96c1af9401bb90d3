"""Why no new job starts on this machine now."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any

from engawa_agent import instants, pause, power, state
from engawa_agent.policy import Policy
from engawa_agent.starts import HOUR, Starts

BATTERY_SECONDS = 10.0


@dataclass(frozen=True)
class Hold:
    """`reason`: paused, quiet hours, on battery, hourly rate. `until` where it is known."""

    reason: str
    note: str = ""
    until: datetime | None = None

    def wire(self) -> dict[str, Any]:
        """As a heartbeat has it: `{reason, note, until}`."""
        until = state.instant(self.until) if self.until else None
        return {"reason": self.reason, "note": self.note or None, "until": until}

    def __str__(self) -> str:
        """`paused until 2026-12-01 14:00 (meeting)`, in this machine's time."""
        until = f" until {instants.stamp(state.instant(self.until))}" if self.until else ""
        return f"{self.reason}{until}{f' ({self.note})' if self.note else ''}"


class Holds:
    """Asks the pause, the policy's quiet hours and rate, and the battery; the first that objects is the answer.

    `tell` gets a sentence when the pause's file is damaged. `zone` is that of the quiet hours, else this machine's.
    """

    def __init__(
        self,
        policy: Policy,
        home: Path,
        tell: Callable[[str], object],
        *,
        clock: Callable[[], float],
        on_battery: Callable[[], bool | None] = power.on_battery,
        zone: tzinfo | None = None,
    ) -> None:
        self._policy = policy
        self._home = home
        self._tell = tell
        self._clock = clock
        self._on_battery = on_battery
        self._zone = zone
        self._starts = Starts(home)
        self._battery_seen: tuple[float, bool] | None = None
        self._told = ""

    def started(self, moment: datetime) -> None:
        """A job starts; counts towards the hourly rate."""
        if self._policy.max_per_hour is not None:
            self._starts.add(moment)

    def now(self, moment: datetime) -> Hold | None:
        """Cheap enough to be asked before each claim."""
        return self._paused(moment) or self._quiet(moment) or self._battery() or self._rate(moment)

    def _paused(self, moment: datetime) -> Hold | None:
        try:
            found = pause.load(self._home)
        except state.Damaged as damaged:
            self._set_aside(damaged)
            return None
        return Hold("paused", found.note, found.until) if found and found.holds(moment) else None

    def _set_aside(self, damaged: state.Damaged) -> None:
        """Said once, also where it cannot be moved out of the way."""
        try:
            pause.set_aside(self._home)
        except OSError:
            if str(damaged) == self._told:
                return
        self._told = str(damaged)
        self._tell(f"{damaged} It is set aside: this machine is not paused. Next: engawa pause")

    def _quiet(self, moment: datetime) -> Hold | None:
        local = moment.astimezone(self._zone).replace(tzinfo=None)
        ends = [end for hours in self._policy.quiet_hours if (end := hours.until(local))]
        if not ends:
            return None
        # Without a zone a naive time is this machine's, with the offset it will have then.
        return Hold("quiet hours", until=max(ends).replace(tzinfo=self._zone).astimezone(UTC))

    def _battery(self) -> Hold | None:
        if self._policy.on_battery == "run":
            return None
        seen, now = self._battery_seen, self._clock()
        if seen is None or now - seen[0] >= BATTERY_SECONDS:
            seen = self._battery_seen = (now, self._on_battery() is True)
        return Hold("on battery") if seen[1] else None

    def _rate(self, moment: datetime) -> Hold | None:
        most = self._policy.max_per_hour
        if most is None or len(recent := self._starts.recent(moment)) < most:
            return None
        return Hold("hourly rate", f"{most} an hour", recent[-most] + HOUR)
