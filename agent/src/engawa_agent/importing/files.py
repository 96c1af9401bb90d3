"""A file's text, or one sentence that says why there is none."""

import errno
from pathlib import Path

from engawa_agent.importing.trouble import BadFile

MAX_BYTES = 50_000_000


def read_text(path: Path) -> str:
    """The whole file as text, without a byte order mark. Raises BadFile."""
    return _decoded(_bytes(path)).lstrip("\ufeff")


def _bytes(path: Path) -> bytes:
    """Reads no further than the limit: a device or a pipe may have no end."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise BadFile("", _why_not(error)) from error
    if len(content) > MAX_BYTES:
        raise BadFile("", f"is larger than {MAX_BYTES // 1_000_000} MB, the most that can be imported")
    return content


def _why_not(error: OSError | ValueError) -> str:
    match error:
        case FileNotFoundError():
            return "does not exist"
        case IsADirectoryError():
            return "is a folder, not a file"
        case PermissionError():
            return "may not be read by this user"
        case OSError(errno=errno.ENAMETOOLONG):
            return "has a name that is too long"
    return f"cannot be read ({error})"


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadFile(f"line {line}", f"is not UTF-8 text (byte {error.start + 1} of the file)") from error
