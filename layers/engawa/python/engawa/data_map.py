"""A node's `data` as the table holds it: a map from key to JSON text, long texts compressed.

That keeps a PATCH atomic for each key, keeps floats and big numbers exact, and lifts DynamoDB's limit of 32 nested
levels off documents.
"""

import json
import zlib
from collections.abc import Mapping
from typing import Any

from engawa.errors import Invalid, TooLarge

COMPRESS_OVER = 4096  # bytes of JSON text
MAX_KEYS, MAX_PATCH_KEYS = 200, 50  # an update expression may have 4 KB
MAX_KEY_BYTES = 255


Packed = dict[str, str | bytes | None]


def pack(data: Mapping[str, Any], limit: int = MAX_KEYS, field: str = "data") -> Packed:
    """Each value as stored; None stays None, so that a patch can tell it from a value."""
    if len(data) > limit:
        raise TooLarge(f"{field}: has {len(data)} keys; {limit} are allowed.")
    return {_key(key, field): None if value is None else _pack(value) for key, value in data.items()}


def weight(value: Any) -> int:
    """Bytes of `value` in an answer of a Lambda function: as JSON text, escaped once more."""
    return len(json.dumps(json.dumps(value, ensure_ascii=False), ensure_ascii=False).encode())


def unpack(stored: Mapping[str, str | bytes]) -> dict[str, Any]:
    return {key: _unpack(value) for key, value in stored.items()}


def without_nulls(data: Mapping[str, Any]) -> dict[str, Any]:
    """A key whose value is null is a key that is not there, as after a PATCH with null."""
    return {key: value for key, value in data.items() if value is not None}


def _key(key: str, field: str) -> str:
    if not key:
        raise Invalid(f"{field}: has an empty key.")
    if len(key.encode()) > MAX_KEY_BYTES:
        raise TooLarge(f"{field}: has a key of over {MAX_KEY_BYTES} bytes.")
    return key


def _pack(value: Any) -> str | bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    raw = text.encode()
    return zlib.compress(raw) if len(raw) > COMPRESS_OVER else text


def _unpack(stored: str | bytes) -> Any:
    return json.loads(stored if isinstance(stored, str) else zlib.decompress(stored))
