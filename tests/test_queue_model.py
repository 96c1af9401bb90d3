"""The real queue beside a model of it, whatever happens in whatever order."""

import random
from collections.abc import Callable, Mapping
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from engawa.table import Table
from engawa.workspace import Workspace
from makers import AWS, WORKSPACE_ID
from memory_table import MemoryTable
from queue_machine import QueueMachine


@pytest.fixture(autouse=True)
def chance_that_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hypothesis seeds `random`; all of `secrets`, where ids come from, then follows it."""
    monkeypatch.setattr("random._urandom", random.randbytes)


def run(new_table: Callable[[], Any], number: int, examples: int, steps: int) -> None:
    """The same examples each time for `number`, each on an empty table. Few: after the tenth hypothesis would mostly
    vary those that it has.
    """
    wanted = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )

    @seed(number)
    def machine() -> QueueMachine:
        return QueueMachine(Workspace(cast(Table, new_table()), WORKSPACE_ID))

    run_state_machine_as_test(machine, settings=wanted)


@pytest.fixture
def emptied(aws: Table, client: Any, schema: Mapping[str, Any]) -> Any:
    """Makes the emulated table anew, as often as it is called."""

    def anew() -> Table:
        if client.list_tables()["TableNames"]:
            client.delete_table(TableName=AWS["TABLE_NAME"])
        client.create_table(TableName=AWS["TABLE_NAME"], **schema)
        return aws

    yield anew
    client.delete_table(TableName=AWS["TABLE_NAME"])


def test_jobs_on_an_emulated_table_go_as_the_model_says(emptied: Callable[[], Table]) -> None:
    run(emptied, number=1, examples=4, steps=8)


@pytest.mark.parametrize("number", range(12))
def test_many_more_in_memory_do_too(schema: Mapping[str, Any], number: int) -> None:
    run(lambda: MemoryTable(schema), number, examples=10, steps=40)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(100, 108))
def test_many_jobs_on_an_emulated_table_go_as_the_model_says(emptied: Callable[[], Table], number: int) -> None:
    run(emptied, number, examples=10, steps=30)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(100, 250))
def test_very_many_more_in_memory_do_too(schema: Mapping[str, Any], number: int) -> None:
    run(lambda: MemoryTable(schema), number, examples=10, steps=60)
