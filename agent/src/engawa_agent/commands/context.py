"""`engawa context`: print the text a model would read."""

from typing import Any

import click

from engawa_agent import output, terminal
from engawa_agent.connection import Connection, connection, json_option, locale_option

# Which field of the request a target goes into; all else is `targetId`.
FIELDS = {"chat": "chatRoomId"}


@click.command()
@click.argument("kind", type=click.Choice(["board", "organize", "document", "selection", "chat", "project"]))
@click.argument("target", nargs=-1, required=True)
@click.option("--max-chars", type=click.IntRange(min=0), metavar="N", help="Cut after N UTF-16 units.")
@locale_option
@json_option
@connection
def command(
    kind: str,
    target: tuple[str, ...],
    max_chars: int | None,
    locale: str,
    as_json: bool,
    connection: Connection,
) -> None:
    """Print exactly the text a job on TARGET would send to a model, without sending it.

    TARGET is an id; `selection` takes several.
    """
    body = request(kind, target, max_chars, locale)
    answer = connection.api("member").call("POST", "/api/contexts", body).json
    if as_json:
        output.document(**answer)
    else:
        terminal.say(answer["text"], nl=False)


def request(kind: str, target: tuple[str, ...], max_chars: int | None, locale: str) -> dict[str, Any]:
    """The body for POST /api/contexts; what was not said is left to the server."""
    if kind != "selection" and len(target) > 1:
        raise click.UsageError(f"{kind} takes one TARGET, not {len(target)}.")
    place = {"nodeIds": list(target)} if kind == "selection" else {FIELDS.get(kind, "targetId"): target[0]}
    optional = {"maxChars": max_chars, "locale": locale}
    return {"kind": kind, **place, **{name: value for name, value in optional.items() if value is not None}}
