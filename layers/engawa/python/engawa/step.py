"""One change of one item, as data: what must hold, what is set, what is removed.

`table.py` carries a step out as one conditional update; `apply` does the same to a dictionary, which is what
simulations run on.
"""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Value = str | int | bool | bytes
Item = dict[str, Any]

EQUALS, BEFORE, AFTER, ABSENT, PRESENT = "=", "<", ">", "absent", "present"
COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {EQUALS: operator.eq, BEFORE: operator.lt, AFTER: operator.gt}


@dataclass(frozen=True)
class Clause:
    """One thing that must hold, read as a sentence: `Clause("status", EQUALS, "pending")`.

    BEFORE and AFTER compare as strings, the way instants are written.
    """

    attribute: str
    relation: str
    value: Value | None = None

    def holds(self, item: Mapping[str, Any]) -> bool:
        found = item.get(self.attribute)
        if self.relation in COMPARE:
            # As in DynamoDB, values of different types are not equal, and neither comes before the other.
            return type(found) is type(self.value) and bool(COMPARE[self.relation](found, self.value))
        return (found is None) == (self.relation == ABSENT)


@dataclass(frozen=True)
class Step:
    """Attribute names may be paths: `("data", "x")` is the key `x` in the map `data`. None removes."""

    must: tuple[Clause, ...]
    sets: Mapping[Any, Value | Mapping[str, Value] | None] = field(default_factory=dict)
    removes: tuple[str | tuple[str, str], ...] = ()


def apply(step: Step, item: Item) -> bool:
    """Carry `step` out on `item`; False, and nothing changed, where a clause does not hold."""
    if not all(clause.holds(item) for clause in step.must):
        return False
    for path, value in (*step.sets.items(), *((path, None) for path in step.removes)):
        place, key = _place(item, path)
        place[key] = value
        if value is None:
            del place[key]
    return True


def _place(item: Item, path: str | tuple[str, str]) -> tuple[Item, str]:
    return (item, path) if isinstance(path, str) else (item[path[0]], path[1])
