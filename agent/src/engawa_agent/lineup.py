"""The engines an agent has at work: looked at again now and then, because people start and stop them."""

from collections.abc import Callable, Sequence

from engawa_agent.engines import Engine
from engawa_agent.engines.roster import Checked, no_engine
from engawa_agent.errors import Stop
from engawa_agent.report import Report

RECHECK_SECONDS = 300.0
RECHECK_NONE_SECONDS = 25.0
# After an engine failed: it may just have been closed.
DOUBT_SECONDS = 10.0


class Lineup:
    """`check` looks at all engines; the first usable one runs what names no other."""

    def __init__(self, check: Callable[[], Sequence[Checked]], report: Report, *, machine: str, now: float) -> None:
        self.machine = machine
        self._check = check
        self._report = report
        self._checked = list(check())
        self._next_check = now + RECHECK_SECONDS
        self._doubted = False
        if not self.usable:
            raise self.none()
        self._say()

    @property
    def usable(self) -> list[Engine]:
        return [one.engine for one in self._checked if one.check.usable]

    def none(self) -> Stop:
        """What to say when no engine can be used."""
        return no_engine(self._checked)

    def runners(self) -> list[dict[str, str]]:
        """As the wire has them."""
        return [{"id": engine.id, "label": engine.label} for engine in self.usable]

    def choose(self, runner: str, busy: Sequence[str] = ()) -> Engine:
        """The engine that a job names if it is here and not busy, else the first that is not."""
        free = [engine for engine in self.usable if engine.id not in busy] or self.usable
        return next((engine for engine in free if engine.id == runner), free[0])

    def doubt(self) -> None:
        """An engine failed: look at it soon."""
        self._doubted = True

    def refresh(self, now: float) -> bool:
        """Look again when it is time; True when what can be offered has changed."""
        if self._doubted:
            self._next_check, self._doubted = min(self._next_check, now + DOUBT_SECONDS), False
        if now < self._next_check:
            return False
        before = self.runners()
        self._checked = list(self._check())
        self._next_check = now + (RECHECK_SECONDS if self.usable else RECHECK_NONE_SECONDS)
        changed = self.runners() != before
        if changed:
            self._say()
        return changed

    def _say(self) -> None:
        labels = ", ".join(engine.label for engine in self.usable)
        text = f"Ready: {labels}" if labels else "No engine can be used any more; looking again from time to time."
        self._report.say("engines", text, runners=self.runners())
