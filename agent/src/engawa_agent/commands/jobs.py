"""`engawa jobs`: the team's jobs, one of them whole, waited for, cancelled or tried again."""

import sys
import time
from typing import Any

import click

from engawa_agent import answers, outcome, output
from engawa_agent.connection import Connection, connection, json_option
from engawa_agent.screen import screen
from engawa_agent.waiting import wait_for

COLUMNS = "{status:<10} {type:<22} {createdAt:<20} {id}  {note}"


@click.group()
def command() -> None:
    """The team's jobs: list, show, watch, cancel, retry."""


@command.command("list")
@click.option("--limit", type=click.IntRange(1, 200), default=20, show_default=True, help="The newest N.")
@json_option
@connection
def list_jobs(limit: int, as_json: bool, connection: Connection) -> None:
    """The newest jobs, the newest first."""
    jobs = connection.api("member").call("GET", "/api/ai/jobs", params={"limit": str(limit)}).json
    if as_json:
        output.document(jobs=jobs)
    elif not jobs:
        click.echo("There are no jobs yet. Next: engawa ask summarize_board --target BOARD_ID")
    else:
        click.echo("\n".join(_line(job) for job in jobs))


@command.command()
@click.argument("id")
@json_option
@connection
def show(id: str, as_json: bool, connection: Connection) -> None:
    """One job: how it stands, and its answer."""
    job = connection.api("member").call("GET", _path(id)).json
    if as_json:
        output.document(job=job)
    else:
        click.echo(_line(job))
        click.echo(f"\n{answers.text(job)}" if job["status"] == "done" else "", nl=job["status"] == "done")


@command.command()
@click.argument("id")
@click.option("--timeout", type=click.FloatRange(min=0), metavar="S", help="Wait at most S seconds.")
@json_option
@connection
def watch(id: str, timeout: float | None, as_json: bool, connection: Connection) -> None:
    """Wait for a job to end and print its answer, as `engawa ask` does."""
    api = connection.api("member")
    job = api.call("GET", _path(id)).json
    with screen(False, stream=sys.stderr) as report:
        job = wait_for(api, job, report, timeout=timeout, clock=time.monotonic, sleep=time.sleep)
    outcome.tell(job, as_json, waited=True)


@command.command()
@click.argument("id")
@json_option
@connection
def cancel(id: str, as_json: bool, connection: Connection) -> None:
    """End a job: at once while it waits, at its agent's next sign of life while it runs."""
    _say(connection.api("member").call("POST", f"{_path(id)}/cancel").json, as_json)


@command.command()
@click.argument("id")
@json_option
@connection
def retry(id: str, as_json: bool, connection: Connection) -> None:
    """Have a failed or cancelled job tried again, with the input it was created with."""
    _say(connection.api("member").call("POST", f"{_path(id)}/retry").json, as_json)


def _path(job_id: str) -> str:
    return f"/api/ai/jobs/{job_id}"


def _say(job: dict[str, Any], as_json: bool) -> None:
    if as_json:
        output.document(job=job)
    else:
        click.echo(_line(job))


def _line(job: dict[str, Any]) -> str:
    """One job on one line; what matters most about it last."""
    waits = {"agent": "waits for an agent", "retry": "waits for the next try"}
    waiting = job.get("waitingFor") and waits.get(job["waitingFor"], f"waits for {job['waitingFor']}")
    note = job.get("error") or waiting or job.get("engine") or ""
    created = str(job["createdAt"])[:19].replace("T", " ")
    return COLUMNS.format(**{**job, "createdAt": created, "note": " ".join(str(note).split())[:100]}).rstrip()
