"""The table on dictionaries: the methods of `engawa.table.Table`, with its indexes, and `apply` for its updates."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from engawa.step import Clause, Item, Step, apply
from engawa.table import Key, Outcome

KEYS = ("pk", "sk")
CONDITION = re.compile(
    r"(?P<hash>\w+) = :(?P<of>\w+)"
    r"( AND (begins_with\((?P<begins>\w+), :(?P<start>\w+)\)"
    r"|(?P<between>\w+) BETWEEN :(?P<first>\w+) AND :(?P<last>\w+)"
    r"|(?P<below>\w+) < :(?P<limit>\w+)))?"
)
SORTS_LAST = "\U0010ffff"


@dataclass(frozen=True)
class Index:
    """As in template.yaml; `also` is what it holds beside the keys, None for everything."""

    hash: str
    range: str
    also: tuple[str, ...] | None = None

    def place(self, item: Item) -> tuple[str, str, str]:
        return item[self.range], item["pk"], item["sk"]

    def entry(self, item: Item) -> Item:
        if self.also is None:
            return dict(item)
        return {name: item[name] for name in (*KEYS, self.hash, self.range, *self.also) if name in item}


INDEXES = {
    None: Index("pk", "sk"),
    "collection": Index("pk", "col"),
    "queue": Index("pk", "due", ("status", "fence", "runner", "visibleAt", "claimRequestId")),
    "leases": Index("leaseShard", "leaseAt", ()),
}


@cache
def _condition(where: str) -> Mapping[str, Any]:
    found = CONDITION.fullmatch(where)
    if not found:
        raise ValueError(f"There is no such condition here: {where}")
    return found.groupdict()


def _range(where: str, values: Item) -> tuple[str, str]:
    """The first sort key that matches, and the first after the last one."""
    parts = _condition(where)
    if parts["begins"]:
        return values[parts["start"]], values[parts["start"]] + SORTS_LAST
    if parts["between"]:
        return values[parts["first"]], values[parts["last"]] + "\0"
    return ("", values[parts["limit"]]) if parts["below"] else ("", SORTS_LAST)


class Memory:
    """`ask` is called before each request, `watch` for each write with the item before and after it."""

    def __init__(
        self,
        ask: Callable[[], None] = lambda: None,
        watch: Callable[[Item | None, Item], None] = lambda before, after: None,
    ) -> None:
        self._ask, self._watch = ask, watch
        self._items: dict[str, dict[str, Item]] = {}
        self._leased: dict[tuple[str, str], Item] = {}  # those in the one index that spans partitions

    def find(self, key: Mapping[str, Any]) -> Item | None:
        """The very item, without a request."""
        return self._items.get(key["pk"], {}).get(key["sk"])

    def store(self, item: Item) -> None:
        """Without a request and without a witness."""
        self._items.setdefault(item["pk"], {})[item["sk"]] = item
        key = item["pk"], item["sk"]
        self._leased.pop(key, None)
        if "leaseShard" in item:
            self._leased[key] = item

    def get(self, key: Key, consistent: bool = True) -> Item | None:
        self._ask()
        return _copy(self.find(key))

    def get_many(self, keys: Sequence[Key], consistent: bool = True) -> list[Item]:
        self._ask()
        return [dict(item) for item in map(self.find, keys) if item]

    def put(self, item: Item, must: tuple[Clause, ...] = ()) -> Outcome:
        self._ask()
        before = self.find(item)
        if not all(clause.holds(before or {}) for clause in must):
            return Outcome(False, _copy(before))
        self._write(before, _present(item))
        return Outcome(True, item)

    def put_many(self, items: Sequence[Item]) -> None:
        self._ask()
        for item in items:
            self._write(self.find(item), _present(item))

    def update(self, key: Key, step: Step) -> Outcome:
        self._ask()
        before = self.find(key)
        after = {name: dict(value) if type(value) is dict else value for name, value in (before or {}).items()}
        if not apply(step, after):
            return Outcome(False, _copy(before))
        after.update(key)
        self._write(before, after)
        return Outcome(True, dict(after))

    def _write(self, before: Item | None, after: Item) -> None:
        self.store(after)
        self._watch(before, after)

    def query(self, index: str | None, where: str, values: Item, **options: Any) -> Iterator[Item]:
        """Page after page, lazily; what changes between two pages is seen."""
        limit, backward = options.get("Limit"), not options.get("ScanIndexForward", True)
        asked = INDEXES[index]
        start: tuple[str, str, str] | None = None
        while True:
            self._ask()
            found = self._matching(asked, where, values, backward)
            page = list(islice((item for item in found if _is_beyond(start, asked.place(item), backward)), limit))
            yield from map(asked.entry, page)
            if limit is None or len(page) < limit:
                return
            start = asked.place(page[-1])

    def _matching(self, index: Index, where: str, values: Item, backward: bool) -> list[Item]:
        """In the order of the index. What lacks a key of the index is not there."""
        of, (low, high) = values[_condition(where)["of"]], _range(where, values)
        items = self._items.get(of, {}) if index.hash == "pk" else self._leased
        found = [
            item
            for item in items.values()
            if low <= item.get(index.range, SORTS_LAST) < high and item[index.hash] == of
        ]
        return sorted(found, key=index.place, reverse=backward)

    def count(self, index: str | None, where: str, values: Item, most: int) -> int:
        return sum(1 for _ in islice(self.query(index, where, values, Limit=most, ConsistentRead=False), most))


def _is_beyond(start: tuple[str, str, str] | None, place: tuple[str, str, str], backward: bool) -> bool:
    return start is None or (place < start if backward else place > start)


def _copy(item: Item | None) -> Item | None:
    return dict(item) if item else None


def _present(item: Mapping[str, Any]) -> Item:
    """As stored: what is None is absent."""
    return {
        name: _present(value) if isinstance(value, dict) else value for name, value in item.items() if value is not None
    }
