"""Races for one job, on an emulator whose conditional writes have exactly one winner (moto's do not)."""

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import boto3
import pytest

from engawa import answers, claims, jobs, nodes
from engawa.answers import CompleteIn
from engawa.claims import ClaimIn
from engawa.nodes import NodePatch
from engawa.table import Table
from engawa.workspace import Workspace
from local import folder
from local.dynamodb import Emulator
from makers import AWS, NOW, SETTINGS, WORKSPACE_ID, a_board, a_job, a_node, an_id, later

AGENTS, ROUNDS = 16, 20


@pytest.fixture(scope="module")
def real() -> Iterator[Table]:
    """A table on a running emulator."""
    with folder.opened(None) as opened, Emulator(opened, os.environ) as emulator:
        emulator.wait()
        with pytest.MonkeyPatch.context() as patch:
            for name, value in (AWS | {"AWS_ENDPOINT_URL_DYNAMODB": emulator.endpoint}).items():
                patch.setenv(name, value)
            yield Table.from_environment({"TABLE_NAME": "races"})


@pytest.fixture
def team(real: Table, schema: Mapping[str, Any]) -> Iterator[Workspace]:
    client = boto3.client("dynamodb")
    client.create_table(TableName="races", **schema)
    made = Workspace(real, WORKSPACE_ID)
    nodes.found(made, "Aoki's team", NOW)
    yield made
    client.delete_table(TableName="races")
    client.close()


def at_once(work: Callable[[int], Any]) -> list[Any]:
    """What `work` gives to each of the agents, all starting together."""
    gate = Barrier(AGENTS)

    def run(number: int) -> Any:
        gate.wait()
        return work(number)

    with ThreadPoolExecutor(AGENTS) as threads:
        return list(threads.map(run, range(AGENTS)))


def test_sixteen_agents_race_for_one_job_and_one_wins_each_time(team: Workspace) -> None:
    for number in range(ROUNDS):
        job = a_job(team, now=later(number))

        def claim(agent: int, number: int = number) -> Any:
            wanted = ClaimIn(requestId=f"request-{number}-{agent}")
            return claims.claim(team, f"agent-{agent}", wanted, later(number), SETTINGS)

        (winner,) = [claimed for claimed in at_once(claim) if claimed]
        assert (winner["id"], winner["fence"], winner["attempt"]) == (job["id"], 1, 1)


def test_one_answer_is_taken_however_many_are_delivered_at_once(team: Workspace) -> None:
    a_job(team)
    job = claims.claim(team, "agent", ClaimIn(requestId="request-1"), NOW, SETTINGS)
    assert job

    def deliver(number: int) -> Any:
        answer = CompleteIn(fence=job["fence"], result=f"- answer {number}")
        return answers.complete(team, "agent", job["id"], answer, later(1), SETTINGS)

    taken = {delivered["result"] for delivered in at_once(deliver)}
    assert taken == {jobs.get(team, job["id"])["result"]}


def test_patches_of_one_node_at_once_are_all_there(team: Workspace) -> None:
    a_board(team, a_node())
    at_once(lambda number: nodes.patch(team, an_id(1), NodePatch(data={f"k{number}": number}), later(1)))
    assert nodes.get(team, an_id(1))["data"] == {f"k{number}": number for number in range(AGENTS)}
