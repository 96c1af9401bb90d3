"""The word by which all that one run starts is known: in the environment of processes, in the names of folders."""

import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

VARIABLE = "ENGAWA_RUN"


def of(home: Path, seed: str, number: int) -> str:
    """The same for each run of that number, so that it need not be written down before something is started. A copy of
    `home` at another place has another one, and so has the same place on another machine.
    """
    text = f"{seed}\n{number}\n{home.resolve()}"
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def carried(environ: Mapping[str, str]) -> str:
    """The one in an environment, or nothing."""
    mark = environ.get(VARIABLE, "")
    return mark if re.fullmatch("[0-9a-f]{16}", mark) else ""


def prefix(mark: str) -> str:
    """How the names of folders begin that belong to it; without a mark they are found by nobody."""
    return f"engawa-{mark}-" if mark else "engawa-"
