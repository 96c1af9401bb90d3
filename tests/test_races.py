"""Races for one job, on an emulator whose conditional writes have exactly one winner (moto's do not)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from engawa import answers, claims, creation, jobs, nodes
from engawa.answers import CompleteIn
from engawa.claims import ClaimIn
from engawa.nodes import NodePatch
from engawa.orders import JobIn
from engawa.workspace import Workspace
from makers import BOARD_ID, NOW, SETTINGS, a_board, a_job, a_node, an_id, later

AGENTS, ROUNDS = 16, 20


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
            return claims.claim(team, f"agent-{agent}", wanted, later(number), SETTINGS)[0]

        (winner,) = [claimed for claimed in at_once(claim) if claimed]
        assert (winner["id"], winner["fence"], winner["attempt"]) == (job["id"], 1, 1)


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
