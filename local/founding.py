"""The workspace that the first start founds, and its tokens, in a file that only its owner can read."""

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

FILE = "stack.json"


@dataclass(frozen=True)
class Founding:
    """A workspace's id, and one token of each kind."""

    workspaceId: str  # the names are the file's and the ready line's
    tokens: dict[str, str]


def kept(folder: Path, table_is_new: bool, found: Callable[[], Founding]) -> Founding:
    """The workspace of an earlier start, or a new one.

    The file without its table is what a stack leaves that could not save; its tokens open nothing any more.
    """
    path = folder / FILE
    if path.exists() and not table_is_new:
        return Founding(**json.loads(path.read_text(encoding="utf-8")))
    founding = found()
    _write(path, json.dumps(asdict(founding), indent=2) + "\n")
    return founding


def _write(path: Path, text: str) -> None:
    """Whole or not at all, and never readable for others in between."""
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    draft.replace(path)
