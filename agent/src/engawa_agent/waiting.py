"""Waiting for a job to end, saying on the way what it waits for."""

import math
from collections.abc import Callable
from typing import Any

from engawa_agent import reasons
from engawa_agent.api import Api
from engawa_agent.errors import Exit, ServerAway, Stop
from engawa_agent.report import Report

ENDED = ("done", "failed", "cancelled")
FIRST_SECONDS, LONGEST_SECONDS = 0.3, 1.5
# Before its time nothing happens to a job, and each question counts as use of the workspace.
SCHEDULED_SECONDS = 10.0
# A server that is away for a moment does not end the waiting; the job goes on without us.
PATIENCE_SECONDS = 20.0


def wait_for(
    api: Api,
    job: dict[str, Any],
    report: Report,
    *,
    timeout: float | None,
    clock: Callable[[], float],
    sleep: Callable[[float], object],
) -> dict[str, Any]:
    """The job when it has ended. Raises Stop after `timeout` seconds, ServerAway, NoAccess."""
    started = heard = clock()
    pause, said = FIRST_SECONDS, ""
    while job["status"] not in ENDED:
        said = _tell(job, said, report)
        left = math.inf if timeout is None else started + timeout - clock()
        if left <= 0:
            raise _too_long(job, timeout or 0)
        sleep(min(SCHEDULED_SECONDS if _is_scheduled(job) else pause, left))
        pause = min(pause * 1.3, LONGEST_SECONDS)
        try:
            job, heard = api.call("GET", f"/api/ai/jobs/{job['id']}").json, clock()
        except ServerAway as away:
            if clock() - heard > PATIENCE_SECONDS:
                raise
            pause = max(pause, min(away.retry_after or 0, PATIENCE_SECONDS))
    return job


def _is_scheduled(job: dict[str, Any]) -> bool:
    return job.get("waitingFor") == "schedule"


def _tell(job: dict[str, Any], said: str, report: Report) -> str:
    word, detail = _words(job)
    report.state(word, detail, str(job.get("phase") or ""), int(job.get("amount") or 0))
    now = " ".join(filter(None, [word, detail]))
    if now != said:
        leave = f" (Ctrl-C leaves it waiting; later: engawa jobs watch {job['id']})" if _is_scheduled(job) else ""
        report.say("state", now + leave, status=job["status"], waitingFor=job.get("waitingFor"))
    return now


def _words(job: dict[str, Any]) -> tuple[str, str]:
    if job["status"] != "pending":
        return "working", str(job.get("engine") or "")
    return "waiting", reasons.in_full(job)


def _too_long(job: dict[str, Any], timeout: float) -> Stop:
    message = f"No answer within {timeout:g} s; the job is {job['status']} and goes on without this command."
    return Stop(
        Exit.FAILED,
        "E_TIMEOUT",
        message,
        f"engawa jobs watch {job['id']}",
    )
