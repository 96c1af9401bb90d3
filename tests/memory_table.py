"""A table in memory that is used like `engawa.table.Table`: a hundred times as quick as an emulator in this process.

Indexes are read from the deployment's schema, with what each of them holds. Nothing here is for races.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from engawa.step import Clause, Item, Step, apply
from engawa.table import Key, Outcome

# What a key condition may say of the sort key.
RANGES: dict[str, Callable[..., bool]] = {
    r" AND begins_with\((\w+), :(\w+)\)": lambda found, first: found.startswith(first),
    r" AND (\w+) BETWEEN :(\w+) AND :(\w+)": lambda found, first, last: first <= found <= last,
    r" AND (\w+) < :(\w+)": lambda found, end: found < end,
}


class MemoryTable:
    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._items: dict[tuple[str, str], Item] = {}
        indexes = [*schema["LocalSecondaryIndexes"], *schema["GlobalSecondaryIndexes"]]
        self._indexes = {None: schema, **{index["IndexName"]: index for index in indexes}}

    def items(self) -> list[Item]:
        return list(self._items.values())

    def get(self, key: Key, consistent: bool = True) -> Item | None:
        found = self._items.get(_place(key))
        return dict(found) if found else None

    def get_many(self, keys: Sequence[Key], consistent: bool = True) -> list[Item]:
        return [found for key in keys if (found := self.get(key))]

    def put(self, item: Item, must: tuple[Clause, ...] = ()) -> Outcome:
        before = self.get(item)
        if not all(clause.holds(before or {}) for clause in must):
            return Outcome(False, before)
        self._items[_place(item)] = {name: value for name, value in item.items() if value is not None}
        return Outcome(True, item)

    def put_many(self, items: Sequence[Item]) -> None:
        for item in items:
            self.put(item)

    def update(self, key: Key, step: Step) -> Outcome:
        before = self.get(key)
        if not all(clause.holds(before or {}) for clause in step.must):
            return Outcome(False, before)
        item = {**(before or {}), **key}
        apply(Step((), step.sets, step.removes), item)
        self._items[_place(key)] = item
        return Outcome(True, dict(item))

    def query(self, index: str | None, where: str, values: Item, **options: Any) -> Iterator[Item]:
        found = sorted(self._found(index, where, values), key=lambda item: (item[self._sort(index)], item["sk"]))
        for item in reversed(found) if options.get("ScanIndexForward") is False else found:
            yield self._shown(index, item)

    def count(self, index: str | None, where: str, values: Item, most: int) -> int:
        return min(most, len(self._found(index, where, values)))

    def _found(self, index: str | None, where: str, values: Item) -> list[Item]:
        partition, first, rest = re.fullmatch(r"(\w+) = :(\w+)(.*)", where).groups()
        sort, test = self._sort(index), _test(rest, values)
        items = (item for item in self._items.values() if item.get(partition) == values[first] and sort in item)
        return [item for item in items if test(item)]

    def _sort(self, index: str | None) -> str:
        return str(self._indexes[index]["KeySchema"][1]["AttributeName"])

    def _shown(self, index: str | None, item: Item) -> Item:
        of_index = self._indexes[index]
        projection = of_index.get("Projection", {"ProjectionType": "ALL"})
        if projection["ProjectionType"] == "ALL":
            return dict(item)
        keys = {"pk", "sk", *(part["AttributeName"] for part in of_index["KeySchema"])}
        return {name: item[name] for name in item if name in keys | set(projection.get("NonKeyAttributes", ()))}


def _place(key: Mapping[str, Any]) -> tuple[str, str]:
    return key["pk"], key["sk"]


def _test(rest: str, values: Item) -> Callable[[Item], bool]:
    if not rest:
        return lambda item: True
    for pattern, holds in RANGES.items():
        if found := re.fullmatch(pattern, rest):
            name, *limits = found.groups()
            return partial(_holds, holds, name, [values[limit] for limit in limits])
    raise ValueError(f"{rest!r} is not understood here")


def _holds(holds: Callable[..., bool], name: str, limits: list[Any], item: Item) -> bool:
    return holds(item[name], *limits)
