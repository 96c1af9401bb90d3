"""The stack's data folder, which belongs to one stack at a time."""

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from local.trouble import Trouble


@dataclass(frozen=True)
class Folder:
    """`kept` is false for a temporary one; `lock` is the open file whose lock says that it is in use."""

    path: Path
    kept: bool
    lock: int


@contextmanager
def opened(data: Path | None) -> Iterator[Folder]:
    """`data`, made if needed; without one a temporary folder, removed in the end. Raises Trouble."""
    if data is None:
        with (
            tempfile.TemporaryDirectory(prefix="engawa-", ignore_cleanup_errors=True) as temporary,
            _locked(Path(temporary)) as lock,
        ):
            yield Folder(Path(temporary), False, lock)
        return
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(f"{data} cannot be the data folder: {error.strerror}.") from error
    with _locked(data) as lock:
        yield Folder(data.resolve(), True, lock)


@contextmanager
def _locked(folder: Path) -> Iterator[int]:
    try:
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Trouble(f"{folder} cannot be the data folder: {error.strerror}.") from error
    try:
        _take(lock, folder)
        yield lock
    finally:
        os.close(lock)


def _take(lock: int, folder: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise Trouble(f"Another stack is using the data folder {folder}.") from error
