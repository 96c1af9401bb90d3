"""`engawa jobs`: the team's jobs, one of them whole, waited for, cancelled or tried again."""

import shutil
import sys
import time
from datetime import UTC, datetime
from typing import Any

import click

from engawa_agent import answers, listing, outcome, output, terminal
from engawa_agent.connection import Connection, connection, json_option
from engawa_agent.screen import screen
from engawa_agent.waiting import wait_for

STATUSES = click.Choice(["pending", "claimed", "done", "failed", "cancelled"])
NEWEST = click.IntRange(1, 200)


@click.group()
def command() -> None:
    """The team's jobs: list, show, watch, cancel, retry."""


@command.command("list")
@click.option("--limit", type=NEWEST, default=20, show_default=True, metavar="N", help="Look at the newest N.")
@click.option("--status", type=STATUSES, help="Of these newest N, show only those with this status.")
@json_option
@connection
def list_jobs(limit: int, status: str | None, as_json: bool, connection: Connection) -> None:
    """The newest jobs, the newest first."""
    found = connection.api("member").call("GET", "/api/ai/jobs", params={"limit": str(limit)}).json
    jobs = [job for job in found if status in (None, job["status"])]
    if as_json:
        output.document(jobs=jobs)
    elif jobs:
        _print(*jobs)
    elif found:
        more = " --limit N looks at more." if len(found) == limit else ""
        click.echo(f"None of the newest {len(found)} jobs is {status}.{more}")
    else:
        click.echo("There are no jobs yet. Next: engawa ask summarize_board --target BOARD_ID")


@command.command()
@click.argument("id")
@json_option
@connection
def show(id: str, as_json: bool, connection: Connection) -> None:
    """One job: how it stands, and its answer."""
    job = connection.api("member").call("GET", _path(id)).json
    if as_json:
        output.document(job=job)
        return
    click.echo(f"{job['status']}  {job['type']}  {job['id']}\n")
    for name, words in listing.facts(job, datetime.now(UTC)):
        click.echo(f"  {name:<9} {words}")
    if job["status"] == "done":
        terminal.say(f"\n{answers.text(job)}")


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
        _print(job)


def _print(*jobs: dict[str, Any]) -> None:
    """On a pipe a job is one line, however long."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else float("inf")
    click.echo("\n".join(listing.lines(jobs, datetime.now(UTC), width)))
