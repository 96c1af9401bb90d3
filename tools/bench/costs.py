"""What it costs: write and read units of each thing that is done, and of a whole job, beside what they should be."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tools.bench import one_item, units
from tools.bench.meter import Bill
from tools.bench.team import INPUT, RESULT, Team, founded, sizes

RENEWALS, SECONDS = 20, 600
P, R = INPUT // units.WRITE_UNIT, RESULT // units.WRITE_UNIT


@dataclass(frozen=True)
class Row:
    """`planned` are the write units that the design counts on; over `most` the bench fails."""

    name: str
    bill: Bill
    planned: str
    most: int | None = None

    @property
    def is_kept(self) -> bool:
        return self.most is None or self.bill.write_units <= self.most


def shown(client: Any, schema: Mapping[str, Any]) -> bool:
    """Prints the table; whether no limit is broken."""
    team = founded(client, "bench", schema)
    rows = [*steps(team), whole := Row(f"a job of {SECONDS // 60} minutes in all", a_job(team), "about 45", most=50)]
    print(line("DynamoDB's units", "write", "by the plan", "read", "requests"))
    for row in rows:
        print(line(row.name, row.bill.write_units, row.planned, f"{row.bill.read_units:g}", row.bill.requests))
    for remark in remarks(whole.bill, schema):
        print(remark)
    broken = [row for row in rows if not row.is_kept]
    for row in broken:
        print(f"TOO MUCH: {row.name}: {row.bill.write_units} write units, at most {row.most}")
    return not broken


def line(name: str, write: object, planned: str, read: str = "", requests: object = "") -> str:
    return f"{name:38} {write:>5}  {planned:18} {read:>4} {requests:>8}".rstrip()


def steps(team: Team) -> Iterator[Row]:
    """In the order of a job's life. An agent that was heard of in the last half minute is not noted again."""
    bill_of = team.meter.bill_of
    yield Row("claim, nothing there", bill_of(team.claim), "0", most=0)
    team.wait(30)
    yield Row("claim, nothing there, last seen noted", bill_of(team.claim), "1")
    yield Row("use of the workspace noted", bill_of(team.note_use), "1")
    yield Row("create, 8 KB of input", bill_of(team.create), _sum(P, 1, 1, 1))
    yield Row("claim, won", bill_of(team.claim), _sum(1, 2, 2))
    team.wait(20)
    yield Row("renew", bill_of(team.renew), "1", most=1)
    yield Row("sweep, nothing lapsed", bill_of(team.sweep), "0")
    yield Row("complete, 4 KB of result", bill_of(team.complete), _sum(R, 1, 1, 1))
    yield Row("status", bill_of(team.ask_status), "0")


def _sum(*parts: int) -> str:
    return f"{' + '.join(map(str, parts))} = {sum(parts)}"


def a_job(team: Team) -> Bill:
    """From its order to its answer, with what is noted on the way."""
    team.wait(60)

    def renewed() -> None:
        team.wait(SECONDS / RENEWALS)
        team.renew()

    return team.meter.bill_of(team.note_use, team.create, team.claim, *[renewed] * RENEWALS, team.complete)


def remarks(job: Bill, schema: Mapping[str, Any]) -> Iterator[str]:
    """What the same job would cost as one item, how large it was, and where the units come from."""
    indexes, stored = units.indexes(schema), sizes(job)
    moved = one_item.with_lease_in_index(job, indexes.values())
    yield line("  as one item, the lease in its indexes", moved, "")
    yield line("  as one item, all of it in an index", one_item.with_all_in_index(job, indexes["leases"]), "about 390")
    yield f"Stored: input {stored['INPUT']:,} bytes, result {stored['RESULT']:,}, head {stored['JOB']:,} at most."
    yield "Units are DynamoDB's rules applied to the items before and after each request."
    if job.reported != job.write_units:
        each = job.reported / len(job.changes)
        yield f"(The emulator does not know them: {each:g} for any write, {job.reported:g} for the whole job.)"
