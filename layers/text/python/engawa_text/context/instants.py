"""When something was made, as a value that sorts."""

import re
from datetime import UTC, datetime
from typing import TypeAlias

from engawa_text.context.nodes import Node

Instant: TypeAlias = tuple[datetime, str]

_PARTS = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?")
_EARLIEST = (datetime.min.replace(tzinfo=UTC), "")


def created(node: Node) -> Instant:
    """The instant of `createdAt`; before all others when it is none.

    Instants and not their strings: `…00Z` is earlier than `…00.000001Z`, but a dot sorts before a Z. The fraction stays
    a string of digits, as datetime would lose what is below a microsecond.
    """
    written = node.get("createdAt")
    parts = _PARTS.fullmatch(written) if isinstance(written, str) else None
    if parts is None:
        return _EARLIEST
    seconds, fraction, zone = parts.groups()
    try:
        return datetime.fromisoformat(seconds + (zone or "Z")).astimezone(UTC), (fraction or "").rstrip("0")
    except (ValueError, OverflowError):
        return _EARLIEST
