"""Files that hold a key: read only where nobody else can read them, and told of without a word of what is in them."""

import os
import stat
from pathlib import Path

LARGEST = 65_536  # bytes; a key has some hundred


class Trouble(Exception):
    """A key that is there and cannot be used; its text says why, without a full stop."""


def text(path: Path) -> str:
    """The whole file. Raises Trouble."""
    try:
        # Not waiting: a pipe that nobody writes to would hold up everything.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        try:
            _look(path, os.fstat(handle))
            content = os.read(handle, LARGEST + 1)
        finally:
            os.close(handle)
    except OSError as error:
        raise Trouble(f"{path}: {error.strerror or type(error).__name__}") from None
    return _decoded(path, content)


def named(name: str) -> Path:
    """The path that begins with ~, or with the root. Raises Trouble."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise Trouble(f"{name}: there is no such user's folder") from None


def usable(value: str, source: str) -> str:
    """The key without what stands around it. Raises Trouble for none, and for what no header can carry."""
    key = value.strip()
    if not key:
        raise Trouble(f"{source} is empty")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise Trouble(f"{source} holds more than a key: a space, a line break or another sign that none has")
    return key


def _look(path: Path, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise Trouble(f"{path} is no file")
    # Windows has other ways to say who may read a file, and shows none of them here.
    if os.name != "nt" and status.st_mode & 0o077:
        raise Trouble(f"{path} can be read by others on this machine; make it yours alone: chmod 600 {path}")


def _decoded(path: Path, content: bytes) -> str:
    if len(content) > LARGEST:
        raise Trouble(f"{path} is larger than a key can be")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Trouble(f"{path} is no text in UTF-8") from None
