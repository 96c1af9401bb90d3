"""Asks on the terminal before each job, for `engawa run --confirm`."""

import os
import queue
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from engawa_agent import policy
from engawa_agent.errors import Exit, Stop
from engawa_agent.report import Report

LOOK_SECONDS = 0.1
# The team waits as well: a job that nobody says yes to goes back, for others to run.
ANSWER_SECONDS = 120.0
LONGEST_NAME = 60

STAYS = {True: ", which stays on this machine", False: ", which sends it to its provider", None: ""}


def check(stream: TextIO | None) -> None:
    """Raises Stop where nobody could be asked."""
    if stream is None or stream.closed or not stream.isatty():
        message = "--confirm (or the policy's confirm) asks before each job, but there is no terminal to ask on."
        raise Stop(Exit.WRONG_USE, "E_NO_TERMINAL", message, "Run it in a terminal, or without --confirm.")


def question(job: Mapping[str, Any], engine: str, stays: bool | None) -> str:
    """One line; what others named cannot hide or turn round any of it."""
    who = " / ".join(map(_plain, sorted(policy.submitter(job)))) or "somebody unknown"
    kind = _plain(str(job.get("type") or "a job")).replace("_", " ")
    size = f"{policy.characters(job):,} characters"
    return f"Run this job? {kind}, from {who}, {size}, on {_plain(engine)}{STAYS[stays]}. y: yes, Enter: no"


class Confirm:
    """One question at a time, to a terminal; what was typed before a question was put is no answer to it."""

    def __init__(self, stream: TextIO, report: Report, clock: Callable[[], float]) -> None:
        self._stream = stream
        self._report = report
        self._clock = clock
        self._asking = threading.Lock()
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, name="confirm", daemon=True)

    def ask(self, job: Mapping[str, Any], engine: str, over: Callable[[], bool], stays: bool | None = None) -> bool:
        """Whether the job may run. No after two minutes, and as soon as `over()` says that nobody waits for it."""
        while not self._asking.acquire(timeout=LOOK_SECONDS):
            if over():
                return False
        try:
            self._put(job, engine, stays)
            return self._answer(over) in ("y", "yes")
        finally:
            self._asking.release()

    def _put(self, job: Mapping[str, Any], engine: str, stays: bool | None) -> None:
        if self._reader.ident is None:
            self._reader.start()
        while not self._lines.empty():
            self._lines.get()
        self._report.state("asking", engine)
        self._report.say("confirm", question(job, engine, stays), jobId=job.get("id"))

    def _answer(self, over: Callable[[], bool]) -> str:
        deadline = self._clock() + ANSWER_SECONDS
        while not over() and self._clock() < deadline:
            try:
                return self._lines.get(timeout=LOOK_SECONDS).strip().lower()
            except queue.Empty:
                continue
        return ""

    def _read(self) -> None:
        """Reads all the time, in a thread that nothing waits for: reading a terminal cannot be broken off everywhere.
        Not by the stream itself, whose lock would be held when the process ends.
        """
        try:
            while True:
                line = os.read(self._stream.fileno(), 4096)
                self._lines.put(line.decode("utf-8", "replace"))
                if not line:  # Ctrl-D is a no, and the terminal is still there
                    time.sleep(LOOK_SECONDS)
        except (OSError, ValueError):
            return  # the terminal is gone; nobody says yes any more


def _plain(text: str) -> str:
    return "".join(sign for sign in text if sign.isprintable())[:LONGEST_NAME]
