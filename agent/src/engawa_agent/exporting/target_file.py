"""Writes a file whole or not at all."""

import os
import secrets
from pathlib import Path

from engawa_agent.errors import Exit, Stop


def write_whole(path: Path, text: str) -> None:
    """A reader sees the old file or the new one, never half of it. Raises Stop where it cannot be written."""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_text(text, encoding="utf-8", newline="")  # a pipe or device: nothing to put in its place
        else:
            _replace(path.resolve(), text)
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror or error}."
        raise Stop(Exit.WRONG_USE, "E_CANNOT_WRITE", message, "Give another place with -o FILE.") from error


def _replace(path: Path, text: str) -> None:
    """Beside the file, since a rename works only within one file system."""
    if path.is_dir():
        raise IsADirectoryError(None, "it is a folder")
    beside = path.with_name(f".engawa-{secrets.token_hex(6)}")
    try:
        with beside.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
