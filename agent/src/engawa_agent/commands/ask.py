"""`engawa ask`: create a job, wait for its answer, print it."""

import sys
import time
import uuid
from pathlib import Path

import click

from engawa_agent import outcome
from engawa_agent.connection import Connection, connection, json_option, locale_option
from engawa_agent.errors import Exit, Stop
from engawa_agent.screen import screen
from engawa_agent.waiting import wait_for


@click.command()
@click.argument("type", metavar="TYPE")
@click.option("--target", metavar="ID", help="The board, document or project it is about.")
@click.option("--prompt", metavar="TEXT", help="Your own words to it.")
@click.option("--node", "nodes", multiple=True, metavar="ID", help="A selected item. May be repeated.")
@click.option("--chat-room", metavar="ID", help="The chat it answers in.")
@click.option("--source-file", type=click.Path(path_type=Path), metavar="FILE", help="Its source text; - is stdin.")
@locale_option
@click.option("--runner", metavar="ID", help="The engine to run it, where an agent has it.")
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
    }
    said = {name: value for name, value in body.items() if value is not None}
    api = connection.api("member")
    # A repeated creation with the same key is the same job: safe when an answer gets lost.
    created = api.call("POST", "/api/ai/jobs", said, headers={"idempotency-key": str(uuid.uuid4())}).json
    job = created
    if wait:
        with screen(False, stream=sys.stderr) as report:
            job = wait_for(api, created, report, timeout=timeout, clock=time.monotonic, sleep=time.sleep)
    outcome.tell(job, as_json, waited=wait)


def _source(file: Path | None) -> str | None:
    if file is None:
        return None
    try:
        raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return raw.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise Stop(Exit.WRONG_USE, "E_SOURCE_FILE", f"--source-file {file} cannot be read: {error}") from error
