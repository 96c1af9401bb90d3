"""Waiting for a job to end, saying on the way what it waits for."""

from collections.abc import Callable
from typing import Any

from engawa_agent.api import Api
from engawa_agent.errors import Exit, ServerAway, Stop
from engawa_agent.report import Report

ENDED = ("done", "failed", "cancelled")
FIRST_SECONDS, LONGEST_SECONDS = 0.3, 1.5
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
    report.say("created", f"Job {job['id']} created.", jobId=job["id"])
    while job["status"] not in ENDED:
        said = _tell(job, said, report)
        if timeout is not None and clock() - started >= timeout:
            raise _too_long(job, timeout)
        sleep(pause)
        pause = min(pause * 1.3, LONGEST_SECONDS)
        try:
            job, heard = api.call("GET", f"/api/ai/jobs/{job['id']}").json, clock()
        except ServerAway:
            if clock() - heard > PATIENCE_SECONDS:
                raise
    return job


def _tell(job: dict[str, Any], said: str, report: Report) -> str:
    word, detail = _words(job)
    report.state(word, detail, str(job.get("phase") or ""), int(job.get("amount") or 0))
    now = " ".join(filter(None, [word, detail]))
    if now != said:
        report.say("state", now, status=job["status"], waitingFor=job.get("waitingFor"))
    return now


def _words(job: dict[str, Any]) -> tuple[str, str]:
    if job["status"] == "pending":
        return "waiting", _WAITING.get(str(job.get("waitingFor")), f"for {job.get('waitingFor') or 'its turn'}")
    return "working", str(job.get("engine") or "")


_WAITING = {"agent": "for an agent (start one with: engawa run)", "retry": "for the next try"}


def _too_long(job: dict[str, Any], timeout: float) -> Stop:
    message = f"No answer within {timeout:g} s; the job is {job['status']} and goes on without this command."
    return Stop(
        Exit.FAILED,
        "E_TIMEOUT",
        message,
        f"engawa jobs watch {job['id']}",
    )
