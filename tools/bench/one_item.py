"""The same job if head, input and result were one item: what each of its writes would cost. Computed, not done."""

from collections.abc import Iterable

from tools.bench import units
from tools.bench.meter import Bill
from tools.bench.units import Index, Item

KEYS = frozenset({"pk", "sk"})


def with_lease_in_index(bill: Bill, indexes: Iterable[Index]) -> int:
    """The indexes as they are, but sorted by the end of the lease, which each renewal moves."""
    return _units([tuple(map(_moved, change)) for change in _whole(bill)], indexes)


def with_all_in_index(bill: Bill, leases: Index) -> int:
    """The lease moves nothing, but the index that is searched for work holds the whole item."""
    return _units(_whole(bill), [Index(frozenset({"pk", "due"}), None), leases])


def _units(changes: Iterable[tuple[Item | None, ...]], indexes: Iterable[Index]) -> int:
    every = tuple(indexes)
    return sum(units.written(before, after, every) for before, after in changes)


def _whole(bill: Bill) -> list[tuple[Item | None, ...]]:
    """The head before and after each of its writes, with the input in it, and with the result once it is done."""
    bodies = {_kind(after): after for _, after in bill.changes if _kind(after) in ("INPUT", "RESULT")}
    heads = [change for change in bill.changes if _kind(change[1]) == "JOB"]
    return [tuple(_filled(head, bodies) for head in change) for change in heads]


def _filled(head: Item | None, bodies: dict[str, Item | None]) -> Item | None:
    if head is None:
        return None
    kinds = ("INPUT", "RESULT") if head["status"]["S"] == "done" else ("INPUT",)
    texts = {name: value for kind in kinds for name, value in (bodies[kind] or {}).items() if name not in KEYS}
    return {**texts, **head}


def _moved(head: Item | None) -> Item | None:
    if head is None or "leaseExpiresAt" not in head:
        return head
    return {**head, "due": head["leaseExpiresAt"], "leaseAt": head["leaseExpiresAt"]}


def _kind(item: Item | None) -> str:
    return str(item["sk"]["S"]).partition("#")[0] if item else ""
