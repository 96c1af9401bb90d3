"""What Ctrl-C and SIGTERM do to a running agent: the first finishes the job in hand, the second gives it back."""

import signal
from collections.abc import Callable
from types import FrameType

from engawa_agent.report import Report
from engawa_agent.worker import Worker

# After SIGTERM nobody stands there to send another one.
TERM_SECONDS = 10.0


def unwind() -> None:
    """Until there is a worker to be told, all of them end the command as Ctrl-C does: with whatever it has started."""
    for number in _numbers():
        signal.signal(number, signal.default_int_handler)


def _numbers() -> list[signal.Signals]:
    """There is no SIGHUP on Windows."""
    return [signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Interrupts:
    """Handlers only take note; `look` acts, so that no lock is taken inside a handler."""

    def __init__(
        self,
        worker: Worker,
        report: Report,
        clock: Callable[[], float],
        asked: Callable[[], str | None] = lambda: None,
    ) -> None:
        self._worker = worker
        self._report = report
        self._clock = clock
        self._asked = asked
        self._noted: list[int] = []
        self._second_at: float | None = None
        self._told = False

    def install(self) -> None:
        """Only the main thread may."""
        for number in _numbers():
            signal.signal(number, self._note)

    def look(self) -> bool:
        """Act on what came in since the last look. True when everything has to be given up now."""
        while self._noted:
            self._act(self._noted.pop(0))
        self._heed(self._asked())
        if self._second_at is not None and self._clock() >= self._second_at:
            self._give_back()
        return self._worker.stop_now.is_set()

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._noted.append(number)

    def _heed(self, asked: str | None) -> None:
        """What `engawa stop` asks for from elsewhere."""
        if asked and not self._told:
            self._told = True
            self._finish()
        if asked == "now" and not self._worker.stop_now.is_set():
            self._give_back()

    def _act(self, number: int) -> None:
        if not self._told:
            self._told = True
            self._finish()
        elif number == signal.SIGINT:
            self._give_back()
        if number != signal.SIGINT and self._second_at is None:
            self._second_at = self._clock() + TERM_SECONDS

    def _finish(self) -> None:
        self._worker.finish()
        running = self._worker.hands.running
        if not running:
            self._report.say("stopping", "Stopping.")
            return
        left = max(0, round(max(hand.until for hand in running) - self._clock()))
        jobs = "this job, which" if len(running) == 1 else f"these {len(running)} jobs, which"
        text = f"Stopping after {jobs} may take up to {_span(left)} more. Ctrl-C again: give it back now."
        self._report.say("stopping", text, secondsLeft=left)

    def _give_back(self) -> None:
        self._second_at = None
        self._worker.give_back()


def _span(seconds: int) -> str:
    return f"{seconds // 60} min {seconds % 60} s" if seconds >= 60 else f"{seconds} s"
