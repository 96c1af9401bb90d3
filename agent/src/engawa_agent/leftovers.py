"""What earlier runs, most of them killed, have left here: their engines' processes, and the folders those ran in."""

import os
import shutil
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engawa_agent import mark
from engawa_agent.report import Report

if TYPE_CHECKING:
    import psutil  # type: ignore[import-untyped]

# Asked first, then killed; once more for what was started by those that were just being ended.
ASKING_SECONDS, KILLING_SECONDS = 1.0, 0.5
LOOK_SECONDS = 0.02

Running = tuple["psutil.Process", Mapping[str, str]]
Look = Callable[[], Iterable[Running]]


@dataclass(frozen=True)
class Cleared:
    """How many processes were ended and folders removed; `stayed` says of each that could not be which and why."""

    processes: int = 0
    folders: int = 0
    stayed: tuple[str, ...] = ()

    def tell(self, report: Report) -> None:
        """In one line, unless there is nothing to tell."""
        if self.processes or self.folders or self.stayed:
            what = f"{_count(self.processes, 'process', 'processes')}, {_count(self.folders, 'folder', 'folders')}"
            stayed = f" Still there: {', '.join(self.stayed)}." if self.stayed else ""
            text = f"Cleared away what an earlier run had left: {what}.{stayed}"
            report.say("cleared", text, processes=self.processes, folders=self.folders, stayed=self.stayed)


def processes() -> Iterator[Running]:
    """Those of this user that carry a mark, each with its environment as it was when it was started."""
    import psutil

    with suppress(OSError, psutil.Error):
        for process in psutil.process_iter(["environ"]):
            environ = process.info["environ"]  # None where it may not be read
            with suppress(psutil.Error):
                if environ and mark.carried(environ) and process.username() == psutil.Process().username():
                    yield process, environ


def clear(marks: Collection[str], spared: Collection[int], places: Collection[Path], look: Look = processes) -> Cleared:
    """End all that carries one of `marks`, but for the processes `spared`, and then remove its folders in `places`.
    `look` gives the processes that run now, each with its environment.
    """
    ended, running = _end(lambda: left(marks, spared, look()))
    folders, stayed = _remove(path for place in places for word in marks for path in _folders(place, word))
    return Cleared(ended, folders, (*(f"process {pid}" for pid in running), *stayed))


def left(marks: Collection[str], spared: Collection[int], running: Iterable[Running]) -> "set[psutil.Process]":
    """Which of those are to be ended: by their mark alone, whoever they say started them."""
    return {process for process, environ in running if mark.carried(environ) in marks and process.pid not in spared}


def ourselves() -> set[int]:
    """This process, and those that it was started from: they may carry a mark when it was started by an engine."""
    import psutil

    with suppress(psutil.Error):
        return {os.getpid(), *(process.pid for process in psutil.Process().parents())}
    return {os.getpid()}


def _end(find: "Callable[[], set[psutil.Process]]") -> tuple[int, list[int]]:
    """How many were ended, and the ids of those that could not be."""
    found = find()
    seen = set(found)
    for verb, seconds in (("terminate", ASKING_SECONDS), ("kill", KILLING_SECONDS), ("kill", KILLING_SECONDS)):
        if not found:
            break
        _signal(found, verb, seconds)
        found = find()
        seen |= found
    return len(seen - found), sorted(process.pid for process in found)


def _signal(found: "Iterable[psutil.Process]", verb: str, seconds: float) -> None:
    """Returns when all are gone, or after `seconds`."""
    import psutil

    for process in found:
        with suppress(psutil.Error):
            getattr(process, verb)()  # by the time of its start it is sure that the id is still this process's
    deadline = time.monotonic() + seconds
    while not all(map(_is_gone, found)) and time.monotonic() < deadline:
        time.sleep(LOOK_SECONDS)


def _is_gone(process: "psutil.Process") -> bool:
    """Or dead, and waiting to be buried by whoever started it."""
    import psutil

    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return True


def _folders(place: Path, word: str) -> Iterator[Path]:
    """Not what another user made under such a name, where all may write."""
    with suppress(OSError, ValueError):
        yield from (path for path in sorted(place.glob(f"{mark.prefix(word)}*")) if _is_own(path))


def _is_own(path: Path) -> bool:
    return not hasattr(os, "getuid") or path.lstat().st_uid == os.getuid()


def _remove(folders: Iterable[Path]) -> tuple[int, list[str]]:
    """How many were, and the others, each with the reason. One that is a link is not followed."""
    removed, stayed = 0, []
    for folder in folders:
        try:
            if not folder.is_symlink():
                _open_up(folder)
            shutil.rmtree(folder)
            removed += 1
        except OSError as error:
            stayed.append(f"{folder} ({error.strerror or error})")
    return removed, stayed


def _open_up(folder: Path) -> None:
    """What was made read-only in it can be removed, too."""
    folder.chmod(0o700)
    for place, names, _ in os.walk(folder):
        for path in (Path(place, name) for name in names):
            if not path.is_symlink():
                path.chmod(0o700)


def _count(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"
