"""What Ctrl-C and SIGTERM do to a running agent: the first finishes the job in hand, the second gives it back."""

import signal
from collections.abc import Callable
from types import FrameType

from engawa_agent.report import Report
from engawa_agent.worker import Worker

# After SIGTERM nobody stands there to send another one.
TERM_SECONDS = 10.0


class Interrupts:
    """Handlers only take note; `look` acts, so that no lock is taken inside a handler."""

    def __init__(self, worker: Worker, report: Report, clock: Callable[[], float]) -> None:
        self._worker = worker
        self._report = report
        self._clock = clock
        self._noted: list[int] = []
        self._second_at: float | None = None
        self._told = False

    def install(self) -> None:
        """Only the main thread may."""
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # there is no SIGHUP on Windows
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self._note)

    def look(self) -> bool:
        """Act on what came in since the last look. True when everything has to be given up now."""
        while self._noted:
            self._act(self._noted.pop(0))
        if self._second_at is not None and self._clock() >= self._second_at:
            self._give_back()
        return self._worker.stop_now.is_set()

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._noted.append(number)

    def _act(self, number: int) -> None:
        if not self._told:
            self._told = True
            self._finish()
        elif number == signal.SIGINT:
            self._give_back()
        if number != signal.SIGINT and self._second_at is None:
            self._second_at = self._clock() + TERM_SECONDS

    def _finish(self) -> None:
        self._worker.stopping.set()
        running = self._worker.running
        if running is None:
            self._report.say("stopping", "Stopping.")
            return
        left = max(0, round(running.until - self._clock()))
        text = f"Stopping after this job, which may take up to {_span(left)} more. Ctrl-C again: give it back now."
        self._report.say("stopping", text, secondsLeft=left)

    def _give_back(self) -> None:
        self._second_at = None
        self._worker.stopping.set()
        self._worker.stop_now.set()
        if (running := self._worker.running) is not None:
            running.lease.end("stopping")


def _span(seconds: int) -> str:
    return f"{seconds // 60} min {seconds % 60} s" if seconds >= 60 else f"{seconds} s"
