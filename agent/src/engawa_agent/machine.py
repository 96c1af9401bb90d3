"""This machine as the server knows it: an id that stays the same, and a name."""

import getpass
import platform
import uuid

NAMESPACE = uuid.UUID("6b0f0a53-3c0e-5d1c-9a3e-5f3f6c2b9e11")


def agent_id() -> str:
    """The same for each start of the same user on the same machine."""
    return str(uuid.uuid5(NAMESPACE, f"{platform.node()}/{uuid.getnode()}/{getpass.getuser()}"))


def agent_name() -> str:
    return platform.node() or "agent"
