"""The units of a write and of a read, by DynamoDB's rules."""

from typing import Any

import pytest

from tools.bench import units
from tools.bench.units import Index

QUEUE = Index(frozenset({"pk", "due"}), frozenset({"pk", "sk", "due", "status"}))
WHOLE = Index(frozenset({"pk", "due"}), None)
OVER_1_KB = "x" * 1024


def an_item(**values: str) -> dict[str, Any]:
    return {"pk": {"S": "p"}, "sk": {"S": "s"}, **{name: {"S": value} for name, value in values.items()}}


@pytest.mark.parametrize(
    ("value", "size"),
    [
        ({"S": "縁側"}, 6),
        ({"N": "0"}, 1),
        ({"N": "1700000000"}, 2),
        ({"N": "1796000123"}, 6),
        ({"N": "-12"}, 3),
        ({"B": b"abc"}, 3),
        ({"BOOL": True}, 1),
        ({"M": {"x": {"S": "ab"}}}, 7),
    ],
)
def test_an_items_size_is_that_of_its_names_and_values(value: dict[str, Any], size: int) -> None:
    assert units.size({"名": value}) == 3 + size


def test_a_write_counts_the_larger_of_before_and_after_by_the_kilobyte() -> None:
    large, small = an_item(text=OVER_1_KB), an_item()
    assert units.written(None, large, ()) == units.written(large, small, ()) == units.written(large, None, ()) == 2
    assert units.written(None, small, ()) == units.written(None, None, ()) == 1


@pytest.mark.parametrize(
    ("before", "after", "of_index"),
    [
        (None, an_item(), 0),
        (None, an_item(due="1"), 1),
        (an_item(due="1"), an_item(due="2"), 2),
        (an_item(due="1", status="a"), an_item(due="1", status="b"), 1),
        (an_item(due="1", lease="a"), an_item(due="1", lease="b"), 0),
        (an_item(due="1"), an_item(), 1),
        (an_item(), an_item(due="1"), 1),
    ],
    ids=["no entry", "new", "moved", "changed", "not in the index", "removed", "added"],
)
def test_an_entry_is_paid_for_where_it_changes_and_twice_where_it_moves(before: Any, after: Any, of_index: int) -> None:
    assert units.written(before, after, [QUEUE]) == 1 + of_index


def test_an_entry_is_as_large_as_what_it_holds() -> None:
    before, after = an_item(due="1", text=OVER_1_KB), an_item(due="2", text=OVER_1_KB)
    assert units.written(before, after, [QUEUE]) == 2 + 1 + 1
    assert units.written(before, after, [WHOLE]) == 2 + 2 + 2


@pytest.mark.parametrize(("size", "read"), [(0, 1), (4096, 1), (4097, 2)])
def test_a_read_counts_four_kilobytes_and_half_where_it_may_be_behind(size: int, read: int) -> None:
    assert units.read(size, consistent=True) == read
    assert units.read(size, consistent=False) == read / 2


def test_the_indexes_are_those_of_the_deployment(schema: dict[str, Any]) -> None:
    found = units.indexes(schema)
    assert found.keys() == {"collection", "queue", "leases"}
    assert found["collection"].attributes is None
    assert "leaseExpiresAt" not in (found["queue"].attributes or ())
    assert found["leases"].attributes == {"pk", "sk", "leaseShard", "leaseAt"}
