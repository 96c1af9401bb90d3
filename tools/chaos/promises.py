"""What has to hold of every job whatever happened to the agents: each promise, and what breaks it. Pure."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tools.chaos import traffic
from tools.chaos.evidence import Evidence, Job
from tools.chaos.plan import FOLLOWED

REFUSED = "out_of_quota"  # what the scripted engine's refusal is called on the wire
MOST_SHOWN = 5


@dataclass(frozen=True)
class Promise:
    """`name` completes "0 ..."; `broken` are the cases."""

    name: str
    broken: list[str]

    def __str__(self) -> str:
        shown = "".join(f"\n      {case}" for case in self.broken[:MOST_SHOWN])
        more = f"\n      and {len(self.broken) - MOST_SHOWN} more" if len(self.broken) > MOST_SHOWN else ""
        return f"{len(self.broken)} {self.name}{shown}{more}"


def all_of(evidence: Evidence) -> list[Promise]:
    return [Promise(name, list(find(evidence))) for name, find in PROMISES.items()]


def lost(evidence: Evidence) -> Iterator[str]:
    """Each job that was ordered is done, or has failed because its script said so; and there are no others."""
    for job_id, order in evidence.orders.items():
        job = evidence.jobs.get(job_id, {})
        wanted = ("failed", REFUSED) if order.is_to_fail else ("done", None)
        if (job.get("status"), job.get("errorCode")) != wanted:
            yield f"{order.marker} {job_id}: {job.get('status')} {job.get('errorCode')} {job.get('error')}"
    for job_id in evidence.jobs.keys() - evidence.orders.keys():
        yield f"nobody ordered {job_id}"


def accepted_twice(evidence: Evidence) -> Iterator[str]:
    """One answer of one run was taken, and stands to the end."""
    runs = {f"- Written in run {run.name}.": run for run in evidence.runs}
    taken = _taken(evidence)
    for job_id, job in _done(evidence):
        told = {*taken.get(job_id, ()), job["result"], evidence.first.get(job_id, job)["result"]}
        run = runs.get(job["result"])
        if len(told) != 1 or run is None or run.marker != evidence.orders[job_id].marker:
            yield f"{evidence.orders[job_id].marker} {job_id}: {sorted(told)}"


def _taken(evidence: Evidence) -> dict[str, set[str]]:
    """The answers of each job that the server said yes to."""
    taken: dict[str, set[str]] = {}
    for one in evidence.seen:
        if one.is_accepted and "result" in one.body:
            taken.setdefault(one.job, set()).add(one.body["result"])
    return taken


def follow_ups(evidence: Evidence) -> Iterator[str]:
    """One node for each job of a kind that has one, and none for any other."""
    found = Counter(node["data"]["jobId"] for node in evidence.nodes if "jobId" in node["data"])
    for job_id, order in evidence.orders.items():
        wanted = int(order.type in FOLLOWED and not order.is_to_fail)
        if found.pop(job_id, 0) != wanted:
            yield f"{order.marker} {job_id}, {order.type}: not {wanted}"
    yield from (f"a node of {job_id}, which nobody ordered" for job_id in found)


def late(evidence: Evidence) -> Iterator[str]:
    """No answer is taken of a claim that had been taken over."""
    for one in traffic.late(evidence.seen):
        if one.status == 200:
            yield f"{one.job}, fence {one.fence}, by {one.origin}"


def repeated(evidence: Evidence) -> Iterator[str]:
    """A fence is given to one claim, whoever asks again."""
    holders: dict[tuple[str, int], set[tuple[str, str]]] = {}
    for one in evidence.seen:
        if one.is_grant:
            holders.setdefault((one.job, one.fence), set()).add((one.origin, str(one.body.get("requestId"))))
    for (job_id, fence), who in holders.items():
        if len(who) > 1:
            yield f"{job_id}, fence {fence}: {sorted(who)}"


def left_over(evidence: Evidence) -> Iterator[str]:
    """Nothing runs on: what a killed agent had started the next one under its name has ended."""
    yield from (f"process {pid}" for pid in evidence.left)


def folders(evidence: Evidence) -> Iterator[str]:
    """No engine's folder is left, in which a login may lie."""
    yield from evidence.folders


def troubles(evidence: Evidence) -> Iterator[str]:
    yield from evidence.troubles


def not_struck(evidence: Evidence) -> Iterator[str]:
    """A fault that never came proves nothing."""
    struck = {strike.kind for strike in evidence.struck}
    yield from (kind for kind in dict.fromkeys(evidence.planned) if kind not in struck)


def _done(evidence: Evidence) -> Iterator[tuple[str, Job]]:
    for job_id, job in evidence.jobs.items():
        if job["status"] == "done" and job_id in evidence.orders:
            yield job_id, job


PROMISES: dict[str, Callable[[Evidence], Iterator[str]]] = {
    "jobs lost": lost,
    "accepted twice": accepted_twice,
    "follow-ups doubled or missing": follow_ups,
    "late results accepted": late,
    "claims given to two": repeated,
    "processes left over": left_over,
    "folders left over": folders,
    "agents that ended otherwise than told": troubles,
    "kinds of faults that never struck": not_struck,
}
