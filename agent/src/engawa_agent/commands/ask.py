"""`engawa ask`: create a job, wait for its answer, print it."""

import re
import sys
import time
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from engawa_agent import instants, outcome, reasons
from engawa_agent.api import Api
from engawa_agent.connection import Connection, connection, json_option, locale_option
from engawa_agent.errors import Exit, Refused, Stop
from engawa_agent.screen import screen
from engawa_agent.waiting import wait_for

# field of the wire -> what was typed for it
FLAGS = {
    "type": "TYPE",
    "targetId": "--target",
    "prompt": "--prompt",
    "nodeIds": "--node",
    "chatRoomId": "--chat-room",
    "sourceText": "--source-file",
    "runner": "--runner",
    "notBefore": "--not-before",
}


def _instant(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is None:
        return None
    try:
        return instants.typed(value, datetime.now(UTC)).isoformat()
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@click.command()
@click.argument("type", metavar="TYPE")
@click.option("--target", metavar="ID", help="The board, document or project it is about.")
@click.option("--prompt", metavar="TEXT", help="Your own words to it.")
@click.option("--node", "nodes", multiple=True, metavar="ID", help="A selected item. May be repeated.")
@click.option("--chat-room", metavar="ID", help="The chat it answers in.")
@click.option("--source-file", type=click.Path(path_type=Path), metavar="FILE", help="Its source text; - is stdin.")
@locale_option
@click.option("--runner", metavar="ID", help="The engine to run it, where an agent has it.")
@click.option("--background", is_flag=True, help="It may wait: other jobs overtake it, for ten minutes at most.")
@click.option(
    "--not-before",
    metavar="INSTANT",
    callback=_instant,
    help="It runs from then on: 2026-12-01T09:00 (+09:00, or this machine's time), or 18:30 today.",
)
@click.option("--wait/--no-wait", default=True, help="Wait for the answer (the default), or print the job's id.")
@click.option("--timeout", type=click.FloatRange(min=0), metavar="S", help="Wait at most S seconds.")
@json_option
@connection
def command(
    type: str,
    target: str | None,
    prompt: str | None,
    nodes: tuple[str, ...],
    chat_room: str | None,
    source_file: Path | None,
    locale: str,
    runner: str | None,
    background: bool,
    not_before: str | None,
    wait: bool,
    timeout: float | None,
    as_json: bool,
    connection: Connection,
) -> None:
    """Create a job of TYPE (summarize_board, brainstorm, ...), wait for its answer and print it."""
    body = {
        "type": type,
        "targetId": target,
        "prompt": prompt,
        "nodeIds": list(nodes) or None,
        "chatRoomId": chat_room,
        "sourceText": _source(source_file),
        "locale": locale,
        "runner": runner,
        "background": background or None,
        "notBefore": not_before,
    }
    api = connection.api("member")
    job = _created(api, {name: value for name, value in body.items() if value is not None})
    if wait:
        with screen(False, stream=sys.stderr) as report:
            report.say("created", f"Job {job['id']} created.", jobId=job["id"])
            job = wait_for(api, job, report, timeout=timeout, clock=time.monotonic, sleep=time.sleep)
    elif job.get("waitingFor") == "schedule":
        click.echo(f"It waits {reasons.words(job)}.", err=True)
    outcome.tell(job, as_json, waited=wait)


def _created(api: Api, body: dict[str, Any]) -> dict[str, Any]:
    """A repeated creation with the same key is the same job: safe when an answer gets lost."""
    try:
        job: dict[str, Any] = api.call(
            "POST", "/api/ai/jobs", body, headers={"idempotency-key": str(uuid.uuid4())}
        ).json
        return job
    except Refused as refused:
        refused.message = _by_flag(refused.message)
        raise


def _by_flag(message: str) -> str:
    """`targetId: is needed ...` names a field; whoever typed the command knows it as --target."""
    return re.sub(r"^(\w+)(?=[:\[])", lambda found: FLAGS.get(found[1], found[1]), message)


def _source(file: Path | None) -> str | None:
    if file is None:
        return None
    try:
        raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return raw.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise Stop(Exit.WRONG_USE, "E_SOURCE_FILE", f"--source-file {file} cannot be read: {error}") from error
