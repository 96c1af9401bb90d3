"""The sweep: gives back jobs whose agent was not heard of, ends those that nobody took.

An agent that asks for work recovers lapsed jobs itself; this makes it true where none asks.
"""

from datetime import datetime

from engawa import instants, jobs, lapses, queue
from engawa.leases import last_seen
from engawa.settings import Settings
from engawa.step import Item, Step
from engawa.table import Table
from engawa.workspace import LEASE_SHARDS, Workspace, lapsing


def sweep(table: Table, now: datetime, settings: Settings) -> dict[str, int]:
    """All workspaces, one query for each shard; how many jobs went back, were lost, expired, had a follow-up due."""
    counts = {"requeued": 0, "lost": 0, "expired": 0, "cancelled": 0, "settled": 0, "failed": 0}
    for shard in range(LEASE_SHARDS):
        for workspace, job_id in lapsing(table, shard, instants.write(now)):
            outcome = _guarded(workspace, job_id, now, settings)
            if outcome:
                counts[outcome] += 1
    return counts


def _guarded(workspace: Workspace, job_id: str, now: datetime, settings: Settings) -> str | None:
    """One job that cannot be swept must not keep the others of every workspace waiting. It is tried again."""
    try:
        return _sweep_one(workspace, job_id, now, settings)
    except Exception:  # noqa: BLE001 whatever it is, the next job is somebody else's
        return "failed"


def _sweep_one(workspace: Workspace, job_id: str, now: datetime, settings: Settings) -> str | None:
    """What became of one job; None where the index was behind, or someone was quicker."""
    key = workspace.job_key(job_id)
    head = workspace.get(key)
    if head and "followUp" in head:
        jobs.settled(workspace, head, now)
        return "settled"
    step = _step(workspace, head, now, settings) if head else None
    if step is None:
        return None
    after = workspace.update(key, step)
    return _named(after.item) if after.done and after.item else None


def _step(workspace: Workspace, head: Item, now: datetime, settings: Settings) -> Step | None:
    if lapses.has_expired(head, now):
        return lapses.expire(head, now, settings)
    if lapses.has_lapsed(head, last_seen(workspace, head), now, settings):
        return lapses.lapse(head, now, settings)
    return None


def _named(head: Item) -> str:
    return "requeued" if head["status"] == queue.PENDING else str(head.get("errorCode", head["status"]))
