"""`engawa token`: the team's tokens, made, listed and revoked by an admin."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from engawa_agent import instants, output, pages, settings, state, tokens
from engawa_agent.connection import Connection, connection, json_option, opened
from engawa_agent.errors import Exit, Stop
from engawa_agent.screen import printable
from engawa_agent.terminal import console

UNITS = {"d": "days", "h": "hours", "m": "minutes"}


def _length(ctx: click.Context, param: click.Parameter, value: str | None) -> timedelta | None:
    if value is None:
        return None
    found = re.fullmatch(r"([1-9][0-9]{0,4})([dhm])", value.strip().lower())
    if not found:
        raise click.BadParameter(f"{value!r} is no length of time; write 30d, 12h or 45m.")
    return timedelta(**{UNITS[found[2]]: int(found[1])})


@click.group()
def command() -> None:
    """The team's tokens: list, create, revoke. It needs an admin's."""


@command.command("list")
@click.option("--all", "everything", is_flag=True, help="Also those that are over: revoked, expired, silent, replaced.")
@json_option
@connection
def list_tokens(everything: bool, as_json: bool, connection: Connection) -> None:
    """The team's tokens, the newest first, without what opens anything."""
    found = list(pages.rows(connection.api("admin"), "/api/tokens"))
    shown = [token for token in found if everything or not tokens.is_over(token)]
    if as_json:
        output.document(tokens=shown)
        return
    console().print(_table(shown, datetime.now(UTC)))
    if hidden := len(found) - len(shown):
        click.echo(f"\nNot shown, as they are over: {hidden}. To see them: engawa token list --all")


@command.command()
@click.option("--kind", type=click.Choice(["member", "agent", "admin"]), required=True, help="What it is for.")
@click.option("--name", metavar="TEXT", required=True, help="Whose it is, for the list.")
@click.option("--scope", "scopes", multiple=True, metavar="SCOPE", help="Only this; repeatable. Else all of its kind.")
@click.option("--expires-in", "length", metavar="SPAN", callback=_length, help="30d, 12h, 45m. Else it has no end.")
@json_option
@connection
def create(
    kind: str, name: str, scopes: tuple[str, ...], length: timedelta | None, as_json: bool, connection: Connection
) -> None:
    """Make a token and print it, this once: on stdout the token alone, the words on stderr."""
    ends = state.instant(datetime.now(UTC) + length) if length else None
    wanted = {"kind": kind, "name": name, "scopes": list(scopes) or None, "expiresAt": ends}
    access = connection.access("admin")
    body = {field: value for field, value in wanted.items() if value is not None}
    made = opened(access).call("POST", "/api/tokens", body).json
    if as_json:
        output.document(**made)
        return
    until = f" It ends on {instants.stamp(made['expiresAt'])}." if made.get("expiresAt") else ""
    click.echo(f"A token of kind {kind}, id {made['id']}, shown this once.{until}", err=True)
    click.echo(made["token"])
    click.echo(f"Next, where it is to be used: engawa login --url {access.url}", err=True)


@command.command()
@click.argument("id")
@json_option
@connection
def revoke(id: str, as_json: bool, connection: Connection) -> None:
    """Revoke the token with this ID, as `engawa token list` shows it. It opens nothing from then on."""
    wanted = _id(id)
    access = connection.access("admin")
    if settings.id_of(access.token) == wanted:
        message = "That is the token which this command itself uses."
        raise Stop(Exit.WRONG_USE, "E_OWN_TOKEN", message, "engawa logout --kind admin   (gives it up)")
    opened(access).call("DELETE", f"/api/tokens/{wanted}")
    if as_json:
        output.document(revoked=wanted)
    else:
        click.echo(f"Revoked: {wanted} opens nothing any more.")


def _id(text: str) -> str:
    """A whole token stands for its id: it must not be sent as part of an address, which is logged. Raises Stop."""
    wanted = settings.id_of(text) or text
    if not re.fullmatch("[0-9a-f]{16}", wanted):
        message = "That is not the id of a token, which has 16 signs of 0-9 and a-f."
        raise Stop(Exit.WRONG_USE, "E_BAD_ID", message, "engawa token list")
    return wanted


def _table(found: list[dict[str, Any]], now: datetime) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for title in tokens.TITLES:
        table.add_column(title, overflow="fold", no_wrap=title != "NAME")
    for token in found:
        table.add_row(*(Text(printable(words)) for words in tokens.row(token, now)))
    return table
