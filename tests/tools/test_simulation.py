"""The simulation of the queue: a seed tells one story, every promise is kept, and a broken rule is noticed."""

import os
import subprocess
import sys
from typing import Any

import pytest

from engawa.step import ABSENT, BEFORE, EQUALS, Clause, Item, Step
from engawa.table import Table
from tools.simulation.__main__ import NOTHING_WRONG, narrate
from tools.simulation.breaking import Mutant
from tools.simulation.memory import Memory
from tools.simulation.mutants import MUTANTS, caught
from tools.simulation.story import tell

COMMAND = [sys.executable, "-m", "tools.simulation"]
KEY = {"pk": "JOBS#1", "sk": "JOB#1"}


def a_mutant(name: str) -> Mutant:
    (found,) = [mutant for mutant in MUTANTS if mutant.name == name]
    return found


def a_job(number: int, **changes: Any) -> Item:
    head = {"status": "pending", "fence": 0, "due": f"{number % 3}#{number}", "leaseShard": "LEASE#0", "leaseAt": "5"}
    return {"pk": "JOBS#1", "sk": f"JOB#{number}", **head, "runner": None, "secret": "not in an index", **changes}


def simulation(*arguments: str, **environment: str) -> str:
    run = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, env={**os.environ, **environment})
    assert run.returncode == 0, run.stdout[-5000:] + run.stderr[-5000:]
    return run.stdout


def test_a_seed_tells_the_same_story_in_any_process() -> None:
    story = tell(7)
    assert tell(7).log == story.log
    assert simulation("--log", "--seed", "7", PYTHONHASHSEED="1") == "\n".join(story.log) + "\n"
    assert tell(8).log != story.log


def test_every_promise_is_kept() -> None:
    stories = [tell(seed, jobs=8) for seed in range(100)]
    assert [(story.seed, story.broken, story.detail) for story in stories if story.broken] == []
    assert sum((story.ends for story in stories), start=stories[0].ends).keys() > {"done", "cancelled", "lost"}


@pytest.mark.parametrize(
    ("name", "promise"),
    [
        ("no fence", "a fence is handed out once"),
        ("requeued by the age of its claim", "nobody takes a job from an agent that keeps it"),
        ("a release counts as an attempt", "attempts are counted by how they ended"),
    ],
)
def test_a_broken_rule_is_noticed(name: str, promise: str) -> None:
    story = caught(a_mutant(name), range(20))
    assert story
    assert story.broken == promise


def test_a_mutant_is_dead_again_afterwards() -> None:
    with a_mutant("no fence").alive():
        assert tell(0).broken
    assert not tell(0).broken


def test_a_failure_says_how_to_see_it_again(capsys: pytest.CaptureFixture[str]) -> None:
    story = caught(a_mutant("no fence"), range(20))
    assert story
    assert narrate(story, lines=3) == 1
    shown = capsys.readouterr().out
    assert f"seed {story.seed}: a fence is handed out once" in shown
    assert f"make simulate-queue SEED={story.seed} N=1" in shown
    assert shown.startswith("\n".join(story.log[-3:]))


def writes(table: Table | Memory) -> list[Any]:
    """What comes of each kind of write, done and refused."""
    new, unclaimed = (Clause("pk", ABSENT),), (Clause("status", EQUALS, "pending"), Clause("leaseAt", BEFORE, "6"))
    nested = {"pk": "WS#1", "sk": "NODE#1", "data": {"x": "1", "y": None}}
    return [
        table.put(a_job(1), new),
        table.put(a_job(1, fence=7), new),
        table.update(KEY, Step(unclaimed, {"status": "claimed", "fence": 1, "due": None})),
        table.update(KEY, Step(unclaimed, {"fence": 2})),
        table.update({"pk": "JOBS#1", "sk": "JOB#2"}, Step((), {"status": "new"})),
        table.update({"pk": "JOBS#1", "sk": "JOB#3"}, Step((Clause("fence", EQUALS, 1),), {"status": "new"})),
        table.put(nested).done,
        table.update({"pk": "WS#1", "sk": "NODE#1"}, Step((), {("data", "z"): "3", ("data", "x"): None})),
        table.get({"pk": "WS#1", "sk": "NODE#1"}),
        table.get({"pk": "WS#1", "sk": "NODE#2"}),
        table.get_many([KEY, {"pk": "WS#1", "sk": "NODE#2"}]),
    ]


def test_what_is_written_is_what_the_real_table_writes(table: Table) -> None:
    assert writes(Memory()) == writes(table)


@pytest.mark.parametrize(
    ("index", "where", "values", "options"),
    [
        ("queue", "pk = :pk AND due BETWEEN :start AND :until", {"pk": "JOBS#1", "start": "0", "until": "1#9"}, {}),
        ("queue", "pk = :pk", {"pk": "JOBS#1"}, {"Limit": 2, "ConsistentRead": False}),
        ("leases", "leaseShard = :s AND leaseAt < :now", {"s": "LEASE#0", "now": "5"}, {"ConsistentRead": False}),
        (None, "pk = :pk AND begins_with(sk, :job)", {"pk": "JOBS#1", "job": "JOB#1"}, {}),
        (
            None,
            "pk = :pk AND sk BETWEEN :first AND :last",
            {"pk": "JOBS#1", "first": "JOB#", "last": "JOB#5"},
            {"ScanIndexForward": False, "Limit": 2},
        ),
        ("collection", "pk = :pk AND begins_with(col, :of)", {"pk": "JOBS#1", "of": "board"}, {}),
    ],
)
def test_what_is_found_is_what_the_real_table_finds(
    table: Table, index: str | None, where: str, values: Item, options: dict[str, Any]
) -> None:
    memory = Memory()
    for some in (memory, table):
        some.put_many(
            [a_job(number, leaseAt=str(number), col="board#1" if number == 4 else None) for number in (1, 4, 2, 12, 6)]
        )
        some.update({"pk": "JOBS#1", "sk": "JOB#6"}, Step((), {"due": None, "leaseShard": None}))
        some.put({**a_job(1), "pk": "JOBS#2", "leaseAt": "9"})
    found = list(table.query(index, where, values, **options))
    assert list(memory.query(index, where, values, **options)) == found
    assert memory.count(index, where, values, 2) == table.count(index, where, values, 2) == min(len(found), 2)


@pytest.mark.slow
def test_fifty_thousand_jobs_end_well_and_no_mutant_lives() -> None:
    lines = simulation().splitlines()
    assert lines[-1] == NOTHING_WRONG
    assert int(lines[0].split()[0].replace(",", "")) >= 50_000
    assert [mutant.name for mutant in MUTANTS if not any(mutant.name in line for line in lines)] == []
