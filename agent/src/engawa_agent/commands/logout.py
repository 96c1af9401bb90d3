"""`engawa logout`: give up the tokens that this machine keeps for a server."""

import os
import sys
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import click

from engawa_agent import keeping, output, settings, terminal
from engawa_agent.api import Api
from engawa_agent.connection import json_option
from engawa_agent.errors import Exit, NoAccess, Refused, ServerAway, Stop
from engawa_agent.keeping import Logins

KINDS = ("member", "agent", "admin")
LAST_SECONDS = 5.0


@dataclass(frozen=True)
class Gone:
    """A token that is forgotten here; `trouble`: why it could not be revoked, empty when it opens nothing any more."""

    kind: str
    id: str | None
    trouble: str = ""

    def document(self) -> dict[str, Any]:
        return {"kind": self.kind, "id": self.id, "revoked": not self.trouble, "trouble": self.trouble or None}


@click.command()
@click.option("--kind", type=click.Choice(KINDS), help="Only the token of this kind. Else all that are kept.")
@click.option("--url", metavar="URL", help="The server's address. Else ENGAWA_URL, else that of the saved login.")
@click.option("--yes", is_flag=True, help="Give an admin's token up without a question.")
@json_option
def command(kind: str | None, url: str | None, yes: bool, as_json: bool) -> None:
    """Revoke the tokens that this machine keeps for a server, and forget them.

    Where the server cannot be reached they are forgotten all the same. Again it does nothing.
    """
    logins = keeping.here()
    server = _server(url, logins)
    kept = logins.saved().servers.get(server, {})
    kinds = [name for name in kept if kind in (None, name)]
    if "admin" in kinds and not (kind or yes):
        _ask(server, as_json)
    gone = [_given_up(logins, server, name) for name in kinds]
    if as_json:
        output.document(url=server or None, loggedOut=[one.document() for one in gone])
    else:
        _say(gone, server, kind)


def _server(url: str | None, logins: Logins) -> str:
    """Empty where no server is known: then there is nothing to log out from."""
    known = url or os.environ.get("ENGAWA_URL") or logins.saved().current
    return settings.clean_url(known) if known else ""


def _ask(server: str, as_json: bool) -> None:
    """An admin's token cannot be had again without another admin's. Raises Stop or Abort."""
    if not sys.stdin.isatty():
        message = f"An admin token for {server} is kept here too, which only another admin could replace."
        raise Stop(Exit.WRONG_USE, "E_NO_TERMINAL", message, "Say which: --kind member, agent or admin; or all: --yes")
    question = f"This also revokes an admin token for {server}, which only another admin can replace. Go on?"
    click.confirm(question, default=False, abort=True, err=as_json)


def _given_up(logins: Logins, server: str, kind: str) -> Gone:
    try:
        token = logins.token(server, kind)
    except Stop as stop:  # the keyring does not give it
        token, trouble = "", stop.message
    else:
        trouble = _revoked(server, token) if token else ""
    logins.forget(server, kind)
    return Gone(kind, settings.id_of(token), trouble)


def _revoked(server: str, token: str) -> str:
    """Why the server may still take the token; empty when it does not."""
    with closing(Api(server, token)) as api:
        try:
            api.call("DELETE", "/api/tokens/current", timeout=LAST_SECONDS)
        except NoAccess as no:
            return "" if no.status == 401 else no.message
        except Refused as refused:
            return refused.message
        except ServerAway as away:
            return away.reason
    return ""


def _say(gone: list[Gone], server: str, kind: str | None) -> None:
    if not gone:
        of_kind = f" of kind {kind}" if kind else ""
        click.echo(f"Nothing to do: no token{of_kind} for {server} is kept here." if server else "Nobody is logged in.")
    for one in gone:
        if one.trouble:
            terminal.say(f"Forgot the {one.kind} token here, but could not revoke it: {one.trouble}.", err=True)
            click.echo(f"  It still opens what it opened, until {_way_out(one, server)}", err=True)
        else:
            click.echo(f"Logged out: the {one.kind} token for {server} is revoked, and forgotten here.")
    if os.environ.get("ENGAWA_TOKEN"):
        click.echo("ENGAWA_TOKEN is set here, and goes on being used; to end that: unset ENGAWA_TOKEN", err=True)


def _way_out(one: Gone, server: str) -> str:
    """How it is revoked from elsewhere."""
    silence = "it was silent for 14 days, or " if one.kind == "agent" else ""
    return f"{silence}an admin types: engawa token revoke {one.id or 'ID'} --url {server}"
