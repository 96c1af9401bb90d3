"""This user's own folder on this machine, and the small JSON files in it."""

import json
import os
import tempfile
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engawa_agent.errors import Exit, Stop

SCHEMA = 1


class Damaged(Exception):
    """A file that cannot be read, or was written by a newer version; its text is a sentence that names the file."""


def folder() -> Path:
    """Where this user's agents keep what they know; made when it is missing. Raises Stop when it cannot be."""
    from platformdirs import user_state_path

    return private(user_state_path("engawa", appauthor=False))


def private(path: Path) -> Path:
    """A folder for its owner alone, made when it is missing. Raises Stop when it cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise unusable(path, error) from error
    return path


def unusable(path: Path, error: OSError) -> Stop:
    where = f" ({error.filename})" if error.filename else ""
    message = f"{path}, where the agent keeps what it needs, cannot be used: {error.strerror or error}{where}."
    return Stop(Exit.FAILED, "E_STATE_FOLDER", message, "Make it yours and writable, or set XDG_STATE_HOME elsewhere.")


def write(path: Path, **fields: Any) -> None:
    """Written whole or not at all, readable by its owner alone from its first byte. Raises OSError."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mkstemp makes it 0600
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            json.dump({"schema": SCHEMA, **fields}, file)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _sync(path.parent)


def _sync(folder: Path) -> None:
    """So that the new name outlives a power cut as well. Windows knows no such thing."""
    with suppress(OSError, AttributeError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read(path: Path) -> dict[str, Any] | None:
    """What `write` left there, None when there is no such file. Raises Damaged."""
    try:
        content = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise Damaged(f"{path} cannot be read ({type(error).__name__}).") from error
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        raise Damaged(f"{path} is not in a form that this version of engawa knows.")
    return content


def instant(moment: datetime) -> str:
    """As the wire has it, always of this width: `2026-11-29T08:00:02.000000Z`."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}Z"


def moment(text: object) -> datetime:
    """An instant read back. Raises ValueError for anything else, also for one that does not say its offset."""
    if not isinstance(text, str) or (read := datetime.fromisoformat(text)).tzinfo is None:
        raise ValueError(f"{text!r} is no instant.")
    return read
