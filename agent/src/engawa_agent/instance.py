"""One running `engawa run` of this user on this machine: its number, its name on the wire, how it is told to stop."""

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any, Literal

from filelock import FileLock, Timeout

from engawa_agent import leftovers, machine, mark, state
from engawa_agent.leftovers import Cleared

# Whoever looks who runs is done within milliseconds, and whoever takes a number within seconds.
GATE_SECONDS = 10.0

How = Literal["stop", "now"]


@dataclass(frozen=True)
class Facts:
    """A running `engawa run` as it describes itself; `pid` is None where its description cannot be read."""

    number: int
    pid: int | None
    url: str
    started_at: str

    def document(self) -> dict[str, Any]:
        return {"number": self.number, "pid": self.pid, "url": self.url, "startedAt": self.started_at}


class Instance:
    """Its number is the first free one, so that a restart comes back under the same name. All that it starts is to
    carry `mark`, by which what it leaves behind is found; `cleared` is what was left by those before it.
    """

    def __init__(self, home: Path, number: int, cleared: Cleared = Cleared()) -> None:  # noqa: B008  it is frozen
        self.number = number
        self.mark = mark.of(home, machine.seed(home), number)
        self.cleared = cleared
        agent = machine.agent_id(home)
        self.agent_id = agent if number == 1 else f"{agent}-{number}"
        self._request = _request(home, number)

    def stop_requested(self) -> How | None:
        """What `engawa stop` asked for: `stop` as the first Ctrl-C, `now` as the second. One look at the disk."""
        if not self._request.exists():
            return None
        try:
            asked = state.read(self._request) or {}
        except state.Damaged:
            return None
        if asked.get("pid") not in (os.getpid(), None):  # meant for whoever had this number before
            return None
        return "now" if asked.get("how") == "now" else "stop"


@contextmanager
def take(home: Path, url: str, now: datetime) -> Iterator[Instance]:
    """Take the first free number in `home`; it is free again when the process ends, however it ends. Raises Stop."""
    try:
        lock, instance = _first_free(home, url, now)
    except OSError as error:
        raise state.unusable(home, error) from error
    try:
        yield instance
    finally:
        lock.release()


def running(home: Path) -> list[Facts]:
    """Those that hold their number now, whatever their files say. Raises Stop."""
    try:
        with _gate(home):
            return [_facts(home, number) for number in _numbers(home) if _is_held(home, number)]
    except OSError as error:
        raise state.unusable(home, error) from error


@contextmanager
def alone(home: Path) -> Iterator[bool]:
    """Whether no other `engawa run` is running; none starts before this ends, which has to be within seconds. Raises
    OSError.
    """
    with _gate(home):
        yield sum(_is_held(home, number) for number in _numbers(home)) <= 1


def request_stop(home: Path, facts: Facts, how: How) -> None:
    """Raises Stop."""
    try:
        state.write(_request(home, facts.number), pid=facts.pid, how=how)
    except OSError as error:
        raise state.unusable(home, error) from error


def _first_free(home: Path, url: str, now: datetime) -> tuple[FileLock, Instance]:
    with _gate(home):
        lock, number = next((lock, number) for number in count(1) if (lock := _taken(home, number)))
        cleared = _clear(home, number)
        _request(home, number).unlink(missing_ok=True)
        _describe(_description(home, number), url, now)
        return lock, Instance(home, number, cleared)


def _clear(home: Path, number: int) -> Cleared:
    """What all those have left that had `number`, or another that nobody holds now."""
    held = [other for other in _numbers(home) if other != number and _is_held(home, other)]
    free = {number, *_numbers(home)}.difference(held)
    seed = machine.seed(home)
    places = {_temporary(), *(str(_told(home, other).get("temporary", "")) for other in free)} - {""}
    spared = {*leftovers.ourselves(), *(_facts(home, other).pid or 0 for other in held)}
    marks = {mark.of(home, seed, other) for other in free}
    return leftovers.clear(marks, spared, set(map(Path, places)))


def _temporary() -> str:
    """The system's folder for what is temporary, or nothing where none can be written to."""
    with suppress(OSError):
        return tempfile.gettempdir()
    return ""


def _describe(path: Path, url: str, now: datetime) -> None:
    """On a full disk it runs without a description: there may be answers to deliver."""
    path.unlink(missing_ok=True)
    with suppress(OSError):
        state.write(path, pid=os.getpid(), url=url, startedAt=state.instant(now), temporary=_temporary())


def _gate(home: Path) -> FileLock:
    """Who looks whether a number is held takes it for a moment: nobody may look for a free one meanwhile."""
    return FileLock(home / "run.lock", timeout=GATE_SECONDS, mode=0o600)


def _taken(home: Path, number: int) -> FileLock | None:
    lock = FileLock(home / f"run-{number}.lock", timeout=0, mode=0o600)
    try:
        lock.acquire()
    except Timeout:
        return None
    return lock


def _is_held(home: Path, number: int) -> bool:
    lock = _taken(home, number)
    if lock is not None:
        lock.release()
    return lock is None


def _numbers(home: Path) -> list[int]:
    found = (re.fullmatch(r"run-([0-9]+)\.lock", path.name) for path in home.iterdir())
    return sorted(int(match[1]) for match in found if match)


def _facts(home: Path, number: int) -> Facts:
    told = _told(home, number)
    pid = told.get("pid")
    return Facts(
        number, pid if isinstance(pid, int) else None, str(told.get("url", "")), str(told.get("startedAt", ""))
    )


def _told(home: Path, number: int) -> dict[str, Any]:
    """What its description says, nothing where that cannot be read."""
    with suppress(state.Damaged):
        return state.read(_description(home, number)) or {}
    return {}


def _description(home: Path, number: int) -> Path:
    return home / f"run-{number}.json"


def _request(home: Path, number: int) -> Path:
    return home / f"run-{number}.stop"
