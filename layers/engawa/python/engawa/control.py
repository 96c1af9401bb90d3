"""What an app does with a job that is under way: cancel it, or have it tried again."""

from datetime import datetime, timedelta
from typing import Any

from engawa import jobs, limits, queue
from engawa.errors import Conflict
from engawa.settings import Settings
from engawa.step import PRESENT, Clause, Step
from engawa.workspace import Workspace, shard_of


def cancel(workspace: Workspace, job_id: str, now: datetime, settings: Settings) -> dict[str, Any]:
    """At once while it waits; while it runs, at the agent's next renewal. Again: the same. Conflict once it has ended
    otherwise.
    """
    head = jobs.head_of(workspace, job_id)
    if head["status"] in (queue.DONE, queue.FAILED):
        raise Conflict(f"The job has ended: it is {head['status']}.")
    if head["status"] != queue.CANCELLED and not _done(workspace, job_id, queue.cancel(head, now, settings)):
        raise Conflict("The job went on at the same moment; try again.")
    return jobs.get(workspace, job_id, now)


def retry(workspace: Workspace, job_id: str, now: datetime, settings: Settings) -> dict[str, Any]:
    """A failed or cancelled job waits again, with its frozen input. One that waits or runs is left as it is: the call
    may be a repetition. Conflict for one that is done.
    """
    head = jobs.head_of(workspace, job_id)
    if head["status"] in (queue.PENDING, queue.CLAIMED):
        return jobs.get(workspace, job_id, now)
    if head["status"] == queue.DONE:
        raise Conflict("The job is done; create a new one.")
    limits.check_room(workspace, settings)
    if not _keep_input(workspace, job_id, now, settings):
        raise Conflict("The job's input is gone; create a new job.")
    if not _done(workspace, job_id, queue.retry(head, shard_of(job_id), now, settings)):
        raise Conflict("The job went on at the same moment; try again.")
    return jobs.get(workspace, job_id, now)


def _keep_input(workspace: Workspace, job_id: str, now: datetime, settings: Settings) -> bool:
    """As long as that of a new job; False where its time was over already."""
    lives = jobs.input_lives(now + timedelta(seconds=settings.expire_after), settings)
    still_there = Clause("pk", PRESENT)
    return workspace.update(workspace.input_key(job_id), Step((still_there,), {"expiresAt": lives})).done


def _done(workspace: Workspace, job_id: str, step: Step) -> bool:
    """Also by a write that succeeded although its reply was lost: the head is as this step sets it, to the moment."""
    outcome = workspace.update(workspace.job_key(job_id), step)
    found = outcome.item or {}
    return outcome.done or all(found.get(name) == value for name, value in step.sets.items())
