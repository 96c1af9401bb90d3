"""Races for one job, on an emulator whose conditional writes have exactly one winner (moto's do not)."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from threading import Barrier
from typing import Any, cast

from conftest import connected
from engawa import answers, claims, creation, jobs, nodes
from engawa.answers import CompleteIn
from engawa.claims import ClaimIn
from engawa.nodes import NodePatch
from engawa.orders import JobIn
from engawa.settings import Settings
from engawa.table import Table
from engawa.workspace import Workspace
from makers import BOARD_ID, NOW, SETTINGS, a_board, a_job, a_node, an_id, later
from memory_table import MemoryTable

AGENTS, ROUNDS = 16, 20
MANY, MOST_LOST = 50, 60  # all taking the head of the line would lose about 1,225 writes
UNLIMITED = Settings(max_creations_a_minute=0)


def at_once(work: Callable[[int], Any], agents: int = AGENTS) -> list[Any]:
    """What `work` gives to each of the agents, all starting together."""
    gate = Barrier(agents)

    def run(number: int) -> Any:
        gate.wait()
        return work(number)

    with ThreadPoolExecutor(agents) as threads:
        return list(threads.map(run, range(agents)))


def many_jobs(workspace: Workspace, schema: Mapping[str, Any]) -> set[str]:
    """The ids of waiting jobs. They are made in memory, which is quicker, and then put into the table."""
    memory = MemoryTable(schema)
    before = Workspace(cast(Table, memory), workspace.id)
    nodes.found(before, "Aoki's team", NOW)
    a_board(before)
    order = JobIn(type="summarize_board", targetId=BOARD_ID)
    made = {creation.create(before, order, later(number), UNLIMITED)["id"] for number in range(MANY)}
    workspace.put_many(memory.items())
    return made


@contextmanager
def busy(endpoint: str, workspace: Workspace) -> Iterator[tuple[Workspace, Counter[str]]]:
    """The workspace for MANY, who all see the line before the first of them claims; and what becomes of their updates:
    by error code, or done.
    """
    seen: Counter[str] = Counter()
    queries, gate = count(), Barrier(MANY)

    def look(**_: Any) -> None:
        if next(queries) < MANY:
            gate.wait()

    def note(parsed: dict[str, Any], **_: Any) -> None:
        seen[parsed.get("Error", {}).get("Code", "done")] += 1

    with connected(endpoint) as client:
        client.meta.events.register("after-call.dynamodb.Query", look)
        client.meta.events.register("after-call.dynamodb.UpdateItem", note)
        yield Workspace(Table(client, "team"), workspace.id), seen


def claimed_at_last(workspace: Workspace, agent: int) -> tuple[str, int]:
    """The job and fence of an agent that asks until it gets one."""
    for number in count():
        wanted = ClaimIn(requestId=f"request-{agent}-{number}")
        job, _ = claims.claim(workspace, f"agent-{agent}", wanted, later(60), UNLIMITED)
        if job:
            return job["id"], job["fence"]
    raise AssertionError("counting never ends")


def test_sixteen_agents_race_for_one_job_and_one_wins_each_time(team: Workspace) -> None:
    for number in range(ROUNDS):
        job = a_job(team, now=later(number))

        def claim(agent: int, number: int = number) -> Any:
            wanted = ClaimIn(requestId=f"request-{number}-{agent}")
            return claims.claim(team, f"agent-{agent}", wanted, later(number), SETTINGS)[0]

        (winner,) = [claimed for claimed in at_once(claim) if claimed]
        assert (winner["id"], winner["fence"], winner["attempt"]) == (job["id"], 1, 1)


def test_fifty_agents_at_once_get_fifty_jobs_and_lose_few_races(
    team: Workspace, endpoint: str, schema: Mapping[str, Any]
) -> None:
    made = many_jobs(team, schema)
    with busy(endpoint, team) as (workspace, updates):
        claimed = at_once(lambda agent: claimed_at_last(workspace, agent), MANY)
    assert sorted(claimed) == sorted((job_id, 1) for job_id in made)
    assert updates["ConditionalCheckFailedException"] <= MOST_LOST


def test_one_answer_is_taken_however_many_are_delivered_at_once(team: Workspace) -> None:
    a_job(team)
    job, _ = claims.claim(team, "agent", ClaimIn(requestId="request-1"), NOW, SETTINGS)
    assert job

    def deliver(number: int) -> Any:
        answer = CompleteIn(fence=job["fence"], result=f"- answer {number}")
        return answers.complete(team, "agent", job["id"], answer, later(1), SETTINGS)

    taken = {delivered["result"] for delivered in at_once(deliver)}
    assert taken == {jobs.get(team, job["id"], NOW)["result"]}


def test_patches_of_one_node_at_once_are_all_there(team: Workspace) -> None:
    a_board(team, a_node())
    at_once(lambda number: nodes.patch(team, an_id(1), NodePatch(data={f"k{number}": number}), later(1)))
    assert nodes.get(team, an_id(1))["data"] == {f"k{number}": number for number in range(AGENTS)}


def test_one_key_makes_one_job_however_many_orders_come_at_once(team: Workspace) -> None:
    a_board(team)
    order = JobIn(type="summarize_board", targetId=BOARD_ID)
    made = at_once(lambda _: creation.create(team, order, NOW, SETTINGS, "key-1"))
    assert {job["id"] for job in made} == {head["id"] for head in team.jobs(10)}
    assert len(team.jobs(10)) == 1
