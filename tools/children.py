"""Processes that this one starts and that do not outlive it."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from types import FrameType, TracebackType
from typing import IO

# Signals, each with the seconds that are left to the process before the next.
Ending = Sequence[tuple[signal.Signals, float]]
# An agent gives its job ten seconds.
ASKED: Ending = ((signal.SIGTERM, 60.0),)
# For an agent: the second Ctrl-C gives the job back at once.
PRESSED: Ending = ((signal.SIGINT, 1.0), (signal.SIGINT, 60.0))


class Failed(Exception):
    """Its text is what went wrong, for the person at the keyboard."""


class Child:
    """A process that lasts as long as its context.

    With `shown` it speaks to the terminal; otherwise what it says is kept for the case that it fails.
    With `piped` its stdout is read by `line`.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        shown: bool = False,
        piped: bool = False,
        ending: Ending = ASKED,
    ) -> None:
        self.name = name
        self._ending = ending
        self._said: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  (closed when the context ends)
        told = None if shown else self._said
        self.process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if piped else told,
            stderr=told,
            # Ctrl-C in a terminal reaches everybody at once; these are to end in order.
            start_new_session=True,
        )

    def __enter__(self) -> "Child":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for sign, seconds in self._ending:
            self.process.send_signal(sign)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(seconds)
        # Whatever it has left behind.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()
        self._said.close()

    def line(self) -> str:
        """The next line on its stdout. Raises Failed when it ends instead."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        if not line:
            self.process.wait()
            self.check()
        return line

    def check(self) -> None:
        """Raises Failed, with what it said, if it has ended."""
        if self.process.poll() is None:
            return
        self._said.seek(0)
        said = self._said.read().decode(errors="replace").strip()
        raise Failed(f"{self.name} ended with exit code {self.process.returncode}.\n{said}".strip())


def unwind_on_signals() -> None:
    """Ctrl-C, a closed terminal and `kill` leave the contexts in order; further ones change nothing any more."""
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, _unwind)


def _unwind(number: int, _frame: FrameType | None) -> None:
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    sys.exit(128 + number)
