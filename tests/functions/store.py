"""What moto keeps of the one table, looked at and put back without a request: a scan costs a millisecond an item."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from moto.core import DEFAULT_ACCOUNT_ID
from moto.dynamodb.models import dynamodb_backends

from engawa.attributes import encode_item
from engawa.step import Clause, Item
from engawa.table import Outcome
from makers import AWS

Key = tuple[str, str]
Change = tuple[str, str, str]


class Store:
    """Takes the place of a Table where tokens are to be put without the cost of a request."""

    def __init__(self, name: str = AWS["TABLE_NAME"]) -> None:
        self._moto, self._name = dynamodb_backends[DEFAULT_ACCOUNT_ID][AWS["AWS_DEFAULT_REGION"]], name

    def items(self) -> Mapping[Key, str]:
        """All of them, as JSON text in DynamoDB's own form."""
        return {
            (pk.value, sk.value): json.dumps(item.to_json()["Attributes"], sort_keys=True)
            for pk, rows in self._moto.tables[self._name].items.items()
            for sk, item in rows.items()
        }

    def put(self, item: Item, must: tuple[Clause, ...] = ()) -> Outcome:
        self._moto.put_item(self._name, encode_item(item))
        return Outcome(True, item)

    @contextmanager
    def changes(self) -> Iterator[set[Change]]:
        """What is changed meanwhile, as (pk, sk, attribute); all of it is put back afterwards."""
        before, found = self.items(), set[Change]()
        yield found
        after = self.items()
        for key in {key for key, _ in before.items() ^ after.items()}:
            found |= {(*key, name) for name in _different(before.get(key), after.get(key))}
            self._put_back(key, before.get(key))

    def _put_back(self, key: Key, text: str | None) -> None:
        if text is None:
            self._moto.delete_item(self._name, {"pk": {"S": key[0]}, "sk": {"S": key[1]}})
        else:
            self._moto.put_item(self._name, json.loads(text))


def _different(before: str | None, after: str | None) -> set[str]:
    old, new = (json.loads(text or "{}") for text in (before, after))
    return {name for name in old | new if old.get(name) != new.get(name)}


def scanned(client: Any) -> Mapping[Key, str]:
    """The same by an honest scan."""
    items = client.scan(TableName=AWS["TABLE_NAME"])["Items"]
    return {(item["pk"]["S"], item["sk"]["S"]): json.dumps(item, sort_keys=True) for item in items}
