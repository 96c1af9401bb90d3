"""Processes that name a run's own folder in their command or environment: whatever was started for it."""

import os
from collections.abc import Iterator
from pathlib import Path

import psutil  # type: ignore[import-untyped]


def of(folder: Path) -> list[psutil.Process]:
    """Those that still run, this one not counted."""
    return [process for process in psutil.process_iter() if process.pid != os.getpid() and _names(process, folder)]


def end(folder: Path) -> None:
    """Kill them all, also those that are stopped."""
    for process in of(folder):
        try:
            process.kill()
        except psutil.NoSuchProcess:
            continue


def _names(process: psutil.Process, folder: Path) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE and any(str(folder) in words for words in _words(process))
    except (psutil.NoSuchProcess, psutil.AccessDenied):  # gone meanwhile, or somebody else's
        return False


def _words(process: psutil.Process) -> Iterator[str]:
    yield from process.cmdline()
    yield from process.environ().values()
