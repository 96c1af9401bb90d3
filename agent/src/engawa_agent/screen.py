"""What a person sees of `engawa run`: one live line on a terminal, plain lines on a pipe, JSON for a program."""

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import TextIO

from engawa_agent.report import Event, Report, State

# What a line may not hold: whoever names a job or an engine must not be able to move the cursor.
_CONTROL = dict.fromkeys([*range(32), *range(127, 160)])
REFRESHES_A_SECOND = 5


def printable(text: str) -> str:
    return text.translate(_CONTROL)


def line(state: State, seconds: float) -> str:
    """State in a word, engine, phase, amount, time: `working · Ollama qwen · writing · 1,234 characters · 0:12`."""
    amount = f"{state.amount:,} characters" if state.amount else ""
    parts = [state.word, state.engine, state.phase, amount, f"{int(seconds) // 60}:{int(seconds) % 60:02}"]
    return printable(" · ".join(filter(None, parts)))


def is_live(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Whether a line may be redrawn there: not on a pipe, not for a screen reader, not on a dumb terminal."""
    return stream.isatty() and environ.get("ACCESSIBLE", "") in ("", "0") and environ.get("TERM") != "dumb"


@contextmanager
def screen(
    as_json: bool,
    *,
    stream: TextIO,
    environ: Mapping[str, str] = os.environ,
    now: Callable[[], datetime] = datetime.now,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Report]:
    """A Report whose words go to `stream` in the form that fits it."""
    if as_json:
        yield Report(lambda event: _write_json(event, stream, now), lambda state: None)
    elif is_live(stream, environ):
        with _live(stream, now, clock) as report:
            yield report
    else:
        yield Report(lambda event: _write_plain(event, stream, now), lambda state: None)


def _write_json(event: Event, stream: TextIO, now: Callable[[], datetime]) -> None:
    at = now().astimezone().isoformat(timespec="milliseconds")
    record = {"schema": 1, "event": event.name, "at": at, "text": event.text, **event.facts}
    print(json.dumps(record, default=str), file=stream, flush=True)


def _write_plain(event: Event, stream: TextIO, now: Callable[[], datetime]) -> None:
    print(_stamped(event, now), file=stream, flush=True)


def _stamped(event: Event, now: Callable[[], datetime]) -> str:
    return f"{now():%H:%M:%S}  {printable(event.text)}"


def _live(stream: TextIO, now: Callable[[], datetime], clock: Callable[[], float]) -> AbstractContextManager[Report]:
    from engawa_agent.live import live_report

    return live_report(stream, lambda event: _stamped(event, now), clock)
