"""Writes whose replies are lost on the way, once or for good: nothing is doubled, and the caller gets its answer."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any, cast
from uuid import uuid4

import pytest
from botocore.exceptions import ConnectionClosedError

from calls_that_write import KINDS, Kind, a_team
from conftest import connected
from dropping_proxy import Losses, proxied
from engawa.attributes import decode_item
from engawa.table import Table
from engawa.workspace import Workspace
from makers import AWS
from memory_table import MemoryTable

NAME = "lost"
TRIES = 5  # of botocore, as the table's client is configured
UUIDS = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
BY_CHANCE = {"due", "visibleAt", "notBefore", "leaseShard", "claimRequestId", "pollAfterMs"}  # or jittered

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


@dataclass(frozen=True)
class Lossy:
    """The same table twice: by `client` surely, and `far` behind the proxy, with the retries of a deployment."""

    client: Any
    schema: Mapping[str, Any]
    far: Table
    losses: Losses

    def once(self, kind: Kind, nth: int) -> tuple[str, list[str]]:
        """The answer to a call whose `nth` write (of 0, none) loses its first reply; and all that there is then."""
        there, job_id = self._begun(kind)
        self.losses.lose(nth)
        answer = kind.call(there, job_id)
        assert self.losses.lost == (nth > 0)
        return alike(answer), self._all_of(there)

    def again(self, kind: Kind, nth: int) -> tuple[str, list[str]]:
        """The same for a call that is repeated, because its `nth` write loses all its replies (of 0, because the
        call's own is lost).
        """
        there, job_id = self._begun(kind)
        self.losses.lose(nth, TRIES)
        with suppress(ConnectionClosedError):
            kind.call(there, job_id)
        assert (self.losses.lost > 0) == (nth > 0)
        self.losses.lose(0)
        return alike(kind.call(there, job_id)), self._all_of(there)

    def _begun(self, kind: Kind) -> tuple[Workspace, str]:
        there, before = Workspace(self.far, str(uuid4())), MemoryTable(self.schema)
        job_id = kind.before(a_team(Workspace(cast(Table, before), there.id)))
        Table(self.client, NAME).put_many(before.items())
        return there, job_id

    def _all_of(self, workspace: Workspace) -> list[str]:
        found = self.client.get_paginator("scan").paginate(TableName=NAME, ConsistentRead=True)
        items = [decode_item(item) for page in found for item in page["Items"] if workspace.id in item["pk"]["S"]]
        return sorted(alike(item) for item in items)


def alike(told: Any) -> str:
    """As text that is the same for all calls of one kind: without ids, and without what is by chance."""
    kept = {name: value for name, value in told.items() if name not in BY_CHANCE} if isinstance(told, dict) else told
    return UUIDS.sub("ID", json.dumps(kept, ensure_ascii=False, sort_keys=True))


@pytest.fixture(scope="module")
def lossy(endpoint: str, schema: Mapping[str, Any]) -> Iterator[Lossy]:
    with connected(endpoint) as client, proxied(endpoint) as (address, losses), pytest.MonkeyPatch.context() as patch:
        for name, value in {**AWS, "AWS_ENDPOINT_URL_DYNAMODB": address}.items():
            patch.setenv(name, value)
        far = Table.from_environment({"TABLE_NAME": NAME})
        with closing(far._client):
            yield Lossy(client, schema, far, losses)


@pytest.fixture
def empty(lossy: Lossy, schema: Mapping[str, Any]) -> Iterator[Lossy]:
    """An empty table: a sweep finds nothing else there."""
    lossy.client.create_table(TableName=NAME, **schema)
    yield lossy
    lossy.client.delete_table(TableName=NAME)


@every_kind
def test_a_write_whose_reply_is_lost_is_done_once(empty: Lossy, kind: Kind) -> None:
    undisturbed = empty.once(kind, 0)
    assert empty.losses.writes == kind.writes
    for nth in range(1, kind.writes + 1):
        assert empty.once(kind, nth) == undisturbed


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.again], ids=lambda kind: kind.name)
def test_a_call_that_is_repeated_after_it_broke_off_ends_the_same(empty: Lossy, kind: Kind) -> None:
    undisturbed = empty.once(kind, 0)
    for nth in range(kind.writes + 1):
        assert empty.again(kind, nth) == undisturbed
