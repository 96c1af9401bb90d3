"""This machine as the server knows it: an id that stays the same, and a name."""

import getpass
import platform
import uuid
from contextlib import suppress
from pathlib import Path

from engawa_agent import state

NAMESPACE = uuid.UUID("6b0f0a53-3c0e-5d1c-9a3e-5f3f6c2b9e11")
NAME = "machine.json"


def agent_id(home: Path) -> str:
    """The same for each start of the same user on the same machine, unless the disk is full. It comes from a seed kept
    in `home` and from the machine's name, so that a copy of `home` on another machine is another agent.
    """
    return str(uuid.uuid5(NAMESPACE, f"{seed(home)}/{platform.node()}/{getpass.getuser()}"))


def seed(home: Path) -> str:
    """Drawn once for each `home`; on a full disk each time."""
    path = home / NAME
    with suppress(state.Damaged):
        if kept := (state.read(path) or {}).get("seed"):
            return str(kept)
    drawn = str(uuid.uuid4())
    with suppress(OSError):
        state.write(path, seed=drawn)
    return drawn


def agent_name() -> str:
    return platform.node() or "agent"
