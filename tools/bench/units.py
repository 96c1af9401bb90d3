"""DynamoDB's capacity units by its own rules, from the bytes of items. Pure.

https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html (on what writes to an index cost)
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Item = Mapping[str, Mapping[str, Any]]  # as DynamoDB's wire has it: {"pk": {"S": "..."}}

WRITE_UNIT, READ_UNIT = 1024, 4096  # bytes


@dataclass(frozen=True)
class Index:
    """`attributes` are what an entry holds; None is all of the item. Without a key there is no entry."""

    keys: frozenset[str]
    attributes: frozenset[str] | None

    def entry(self, item: Item | None) -> Item | None:
        if item is None or not self.keys <= item.keys():
            return None
        return {name: value for name, value in item.items() if self.attributes is None or name in self.attributes}


def indexes(schema: Mapping[str, Any]) -> dict[str, Index]:
    """The indexes of a table, local and global, from CreateTable's arguments."""
    described = [*schema.get("LocalSecondaryIndexes", ()), *schema.get("GlobalSecondaryIndexes", ())]
    return {index["IndexName"]: _index(index, keys(schema)) for index in described}


def keys(schema: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(key["AttributeName"] for key in schema["KeySchema"])


def _index(described: Mapping[str, Any], keys_of_table: frozenset[str]) -> Index:
    of_index, projection = keys(described), described["Projection"]
    if projection["ProjectionType"] == "ALL":
        return Index(of_index, None)
    return Index(of_index, keys_of_table | of_index | frozenset(projection.get("NonKeyAttributes", ())))


def written(before: Item | None, after: Item | None, indexes: Iterable[Index]) -> int:
    """The units of one write, also of one whose condition did not hold: then both are the same."""
    of_table = max(_units(before), _units(after), 1)
    return of_table + sum(_entry_written(index.entry(before), index.entry(after), index.keys) for index in indexes)


def _entry_written(before: Item | None, after: Item | None, keys: frozenset[str]) -> int:
    """An entry whose key changes is deleted and put; one whose other attributes change is written once."""
    if before == after:
        return 0
    moved = before and after and any(before[key] != after[key] for key in keys)
    return _units(before) + _units(after) if moved else max(_units(before), _units(after))


def _units(item: Item | None) -> int:
    return -(-size(item) // WRITE_UNIT) if item else 0


def read(size: int, consistent: bool) -> float:
    """The units of reading so many bytes at once; of nothing as of one byte."""
    units = max(-(-size // READ_UNIT), 1)
    return units if consistent else units / 2


def size(item: Item | None) -> int:
    """Bytes, names included."""
    return sum(len(name.encode()) + _size(value) for name, value in (item or {}).items())


def _size(value: Mapping[str, Any]) -> int:
    (kind, held), *_ = value.items()
    match kind:
        case "S":
            return len(held.encode())
        case "B":
            return len(held)
        case "N":
            return _size_of_number(held)
        case "BOOL":
            return 1
        case "M":
            return 3 + len(held) + size(held)
    raise ValueError(f"an item of Engawa holds no value of type {kind}")


def _size_of_number(text: str) -> int:
    """Of a whole number: two significant digits a byte, one byte more, and one for the sign."""
    digits = text.lstrip("-").rstrip("0")
    return (len(digits) + 1) // 2 + 1 + text.startswith("-")
