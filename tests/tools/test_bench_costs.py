"""What the queue's steps cost, on an emulator; nothing is timed."""

from collections.abc import Iterator
from typing import Any

import pytest

from conftest import connected
from tools.bench import costs, one_item, team, units
from tools.bench.costs import Row
from tools.bench.meter import Bill
from tools.bench.team import Team


@pytest.fixture
def yard(endpoint: str, schema: dict[str, Any]) -> Iterator[Team]:
    with connected(endpoint) as client:
        yield team.founded(client, "bench", schema)
        client.delete_table(TableName="bench")


def test_a_claim_of_nothing_writes_nothing_and_a_renewal_one_unit(yard: Team) -> None:
    steps = {row.name: row for row in costs.steps(yard)}
    assert steps["claim, nothing there"].bill.write_units == 0
    assert steps["renew"].bill.write_units == 1
    assert all(row.is_kept for row in steps.values())


def test_what_is_written_is_what_the_plan_says(yard: Team) -> None:
    for row in costs.steps(yard):
        assert row.bill.write_units == int(row.planned.split()[-1]), row.name


def test_a_whole_job_stays_below_its_limit_and_far_below_one_item(yard: Team, schema: dict[str, Any]) -> None:
    job, indexes = costs.a_job(yard), units.indexes(schema)
    assert job.write_units <= 50
    assert one_item.with_lease_in_index(job, indexes.values()) > 5 * job.write_units
    assert one_item.with_all_in_index(job, indexes["leases"]) > 8 * job.write_units
    stored = team.sizes(job)
    assert (stored["INPUT"], stored["RESULT"]) == (8192, 4096)
    assert stored["JOB"] < 1024


def test_over_its_limit_a_row_is_not_kept() -> None:
    assert Row("renew", Bill(write_units=1), "1", most=1).is_kept
    assert not Row("renew", Bill(write_units=2), "1", most=1).is_kept
    assert Row("status", Bill(write_units=9), "0").is_kept
