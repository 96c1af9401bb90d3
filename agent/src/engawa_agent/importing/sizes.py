"""What the server takes of one node, known beforehand, so that nothing is sent of a file that cannot go in whole."""

import json
import zlib
from collections.abc import Mapping
from typing import Any

from engawa_agent.importing.trouble import BadFile

MAX_NAME = 2000  # characters
MAX_STORED_BYTES = 185_000  # 190,000 on the server, less what it adds of its own
COMPRESSED_OVER = 4096  # bytes of a value's JSON text


def short_name(name: str) -> str:
    return name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 1]}…"


def refuse_too_large(item: dict[str, Any], place: str) -> None:
    """Raises BadFile for a node or edge whose data the server would refuse for its size."""
    stored = stored_size(item["data"])
    if stored > MAX_STORED_BYTES:
        raise BadFile(place, f"is too large: {stored:,} bytes as stored, {MAX_STORED_BYTES:,} are allowed")


def stored_size(data: Mapping[str, Any]) -> int:
    """Bytes: what an item's data takes on the server, where long values are compressed."""
    return sum(_stored(value) for value in data.values())


def _stored(value: Any) -> int:
    raw = json.dumps(value, ensure_ascii=False).encode()
    return len(zlib.compress(raw)) if len(raw) > COMPRESSED_OVER else len(raw)
