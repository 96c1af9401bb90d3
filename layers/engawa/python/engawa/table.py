"""The one table: what is read and written, one request a method. Nothing else here speaks to AWS."""

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

from engawa.attributes import decode_item, encode, encode_item
from engawa.errors import Busy, TooLarge
from engawa.expression import change, condition
from engawa.step import Clause, Item, Step

Key = dict[str, str]

THROTTLED = {
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "ThrottlingException",
    "TransactionConflictException",
}
READ_BATCH, WRITE_BATCH = 100, 25  # DynamoDB's own limits
BATCH_TRIES = 8


@dataclass(frozen=True)
class Outcome:
    """What became of a conditional write: `item` is the new one when done, else the one that was in the way."""

    done: bool
    item: Item | None


class Table:
    """Reads are strongly consistent unless said otherwise. A throttled request raises Busy after its retries."""

    def __init__(self, client: Any, name: str, sleep: Callable[[float], None] = time.sleep) -> None:
        self._client, self._name, self._sleep = client, name, sleep

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Table":
        # A session of its own: boto3's default one may not be used by several threads at once.
        client = boto3.session.Session().client(
            "dynamodb",
            config=Config(
                retries={"mode": "standard", "max_attempts": 5},
                connect_timeout=2,
                read_timeout=10,
                max_pool_connections=50,
            ),
        )
        return cls(client, environment["TABLE_NAME"])

    def get(self, key: Key, consistent: bool = True) -> Item | None:
        found = self._ask("get_item", Key=encode_item(key), ConsistentRead=consistent).get("Item")
        return decode_item(found) if found else None

    def get_many(self, keys: Sequence[Key], consistent: bool = True) -> list[Item]:
        """The items that exist, in no particular order."""
        found: list[Item] = []
        for batch in _batches(keys, READ_BATCH):
            wanted = {"Keys": [encode_item(key) for key in batch], "ConsistentRead": consistent}
            for answer in self._until_all_is_done("batch_get_item", wanted, "UnprocessedKeys"):
                found += map(decode_item, answer["Responses"].get(self._name, []))
        return found

    def put(self, item: Item, must: tuple[Clause, ...] = ()) -> Outcome:
        try:
            self._ask("put_item", Item=encode_item(item), **condition(must))
        except ClientError as error:
            return _missed(error)
        return Outcome(True, item)

    def put_many(self, items: Sequence[Item]) -> None:
        """In the given order, a batch at a time; each whole item replaces what was there."""
        for batch in _batches(items, WRITE_BATCH):
            requests = [{"PutRequest": {"Item": encode_item(item)}} for item in batch]
            for _ in self._until_all_is_done("batch_write_item", requests, "UnprocessedItems"):
                pass

    def update(self, key: Key, step: Step) -> Outcome:
        try:
            answer = self._ask("update_item", Key=encode_item(key), ReturnValues="ALL_NEW", **change(step))
        except ClientError as error:
            return _missed(error)
        return Outcome(True, decode_item(answer["Attributes"]))

    def query(self, index: str | None, where: str, values: Item, **options: Any) -> Iterator[Item]:
        """All that match, page after page, lazily. An empty page is not the end while there is a next key."""
        page = self._page(index, where, values, options)
        yield from map(decode_item, page["Items"])
        while start := page.get("LastEvaluatedKey"):
            page = self._page(index, where, values, options | {"ExclusiveStartKey": start})
            yield from map(decode_item, page["Items"])

    def count(self, index: str | None, where: str, values: Item, most: int) -> int:
        """How many match, not counting on after `most`. Not consistent, for half the price."""
        found, options = 0, {"Select": "COUNT", "ConsistentRead": False}
        while True:
            page = self._page(index, where, values, options | {"Limit": most - found})
            found += int(page["Count"])
            if found >= most or "LastEvaluatedKey" not in page:
                return found
            options |= {"ExclusiveStartKey": page["LastEvaluatedKey"]}

    def _page(self, index: str | None, where: str, values: Item, options: Mapping[str, Any]) -> Any:
        named = {f":{name}": encode(value) for name, value in values.items()}
        of_index = {"IndexName": index} if index else {}
        request = {"ConsistentRead": True, **of_index, **options}
        return self._ask("query", KeyConditionExpression=where, ExpressionAttributeValues=named, **request)

    def _ask(self, operation: str, **request: Any) -> Any:
        if not operation.startswith("batch_"):
            request["TableName"] = self._name
        try:
            return getattr(self._client, operation)(**request)
        except ClientError as error:
            raise _known(error) from error

    def _until_all_is_done(self, operation: str, wanted: Any, left_over: str) -> Iterator[Any]:
        """A batch may come back half done when the table is busy: ask for the rest, each time a little later."""
        rest: Any = {self._name: wanted}
        for attempt in range(BATCH_TRIES):
            answer = self._ask(operation, RequestItems=rest)
            yield answer
            rest = answer.get(left_over)
            if not rest:
                return
            self._sleep(random.uniform(0, 0.05 * 2**attempt))  # noqa: S311 jitter, not a secret
        raise Busy("The table is busy; try again in a moment.")


def _known(error: ClientError) -> Exception:
    """The error for the caller, where it is one of ours; else the error itself."""
    code, message = error.response["Error"]["Code"], error.response["Error"]["Message"]
    if code in THROTTLED:
        return Busy("The table is busy; try again in a moment.")
    if code == "ItemCollectionSizeLimitExceededException" or "size has exceeded" in message.replace("to update ", ""):
        return TooLarge("data: does not fit any more; the table takes no more of it.")
    return error


def _batches(things: Sequence[Any], size: int) -> Iterable[Sequence[Any]]:
    return (things[start : start + size] for start in range(0, len(things), size))


def _missed(error: ClientError) -> Outcome:
    """The condition did not hold; the item that was in the way comes along at no cost."""
    if error.response["Error"]["Code"] != "ConditionalCheckFailedException":
        raise error
    item: Any = error.response.get("Item")
    return Outcome(False, decode_item(item) if item else None)
