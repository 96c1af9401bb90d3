"""A DynamoDB client that reckons what it is asked."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tools.bench import units
from tools.bench.units import Item


@dataclass
class Bill:
    """`changes` are the items before and after each write; `reported` is what the server says the writes cost."""

    requests: int = 0
    write_units: int = 0
    read_units: float = 0
    reported: float = 0
    changes: list[tuple[Item | None, Item | None]] = field(default_factory=list)


class Meter:
    """For `engawa.table.Table`: each request goes to `client`, and onto the bill. Nobody else may write meanwhile."""

    def __init__(self, client: Any, schema: Mapping[str, Any]) -> None:
        self._client = client
        self._keys = units.keys(schema)
        self._indexes = units.indexes(schema)
        self._bill = Bill()

    def bill_of(self, *work: Callable[[], object]) -> Bill:
        """What `work` costs, one after the other."""
        self._bill = Bill()
        for each in work:
            each()
        return self._bill

    def get_item(self, **request: Any) -> Any:
        answer = self._client.get_item(**request)
        self._read([answer.get("Item")], request)
        return answer

    def batch_get_item(self, **request: Any) -> Any:
        """Each key counts alone, also one that is not there."""
        answer = self._client.batch_get_item(**request)
        self._bill.requests += 1
        for table, wanted in request["RequestItems"].items():
            found = answer["Responses"].get(table, [])
            absent = [None] * (len(wanted["Keys"]) - len(found))
            consistent = wanted.get("ConsistentRead", False)
            self._bill.read_units += sum(units.read(units.size(item), consistent) for item in [*found, *absent])
        return answer

    def query(self, **request: Any) -> Any:
        """Counting costs what reading does, so for the bill the items are read as well."""
        answer = self._client.query(**request)
        whole = {name: value for name, value in request.items() if name != "Select"}
        items = self._client.query(**whole)["Items"] if "Select" in request else answer["Items"]
        index = self._indexes.get(request.get("IndexName", ""))
        self._read([index.entry(item) if index else item for item in items], request)
        return answer

    def put_item(self, **request: Any) -> Any:
        return self._write(self._client.put_item, {key: request["Item"][key] for key in self._keys}, request)

    def update_item(self, **request: Any) -> Any:
        return self._write(self._client.update_item, request["Key"], request)

    def _read(self, items: Iterable[Item | None], request: Mapping[str, Any]) -> None:
        self._bill.requests += 1
        self._bill.read_units += units.read(sum(map(units.size, items)), request.get("ConsistentRead", False))

    def _write(self, write: Callable[..., Any], key: Item, request: Mapping[str, Any]) -> Any:
        before = self._found(key, request)
        self._bill.requests += 1
        try:
            answer = write(**request, ReturnConsumedCapacity="TOTAL")
            self._bill.reported += answer["ConsumedCapacity"]["CapacityUnits"]
            return answer
        finally:
            after = self._found(key, request)
            self._bill.changes.append((before, after))
            self._bill.write_units += units.written(before, after, self._indexes.values())

    def _found(self, key: Item, request: Mapping[str, Any]) -> Item | None:
        found: Item | None = self._client.get_item(TableName=request["TableName"], Key=key, ConsistentRead=True).get(
            "Item"
        )
        return found
