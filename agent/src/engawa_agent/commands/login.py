"""`engawa login`: keep a server's address and a token for it."""

import sys
from contextlib import closing
from uuid import UUID

import click

from engawa_agent import keeping, output, settings
from engawa_agent.api import Api
from engawa_agent.connection import json_option
from engawa_agent.errors import Exit, NoAccess, Refused, Stop


@click.command()
@click.option("--url", metavar="URL", required=True, help="The server's address.")
@json_option
def command(url: str, as_json: bool) -> None:
    """Keep a server's address and a token for it, after a look whether the server takes it.

    The token comes from standard input, or is asked for without showing it. There is no flag for it, because
    other users of a machine can read command lines. Each kind of token is kept beside the others.
    """
    address = settings.clean_url(url)
    token = _token()
    with closing(Api(address, token)) as api:
        kind = _checked_kind(api, token)
    place = keeping.here().keep(address, kind, token)
    if as_json:
        output.document(url=address, kind=kind, **place.document())
    else:
        click.echo(f"Logged in to {address} with a token of kind {kind}; kept in {place.words}.")
        click.echo(f"Next: {_next(kind)}")


def _token() -> str:
    on_terminal = sys.stdin.isatty()
    token = click.prompt("Token", hide_input=True, err=True) if on_terminal else sys.stdin.readline()
    if not token.strip():
        message = "No token came on standard input, and there is no terminal to ask on."
        raise Stop(Exit.WRONG_USE, "E_NO_TOKEN", message, "engawa login --url URL < token-file")
    return str(token).strip()


def _checked_kind(api: Api, token: str) -> str:
    """The kind of the token. Raises NoAccess when the server does not take it."""
    kind = settings.kind_of(token)
    if kind == "agent":
        _try_as_agent(api)
        return kind
    try:
        api.call("GET", "/api/workspace")
        return kind or "member"
    except NoAccess as no:
        if kind or no.status == 401:
            raise
    _try_as_agent(api)
    return "agent"


def _try_as_agent(api: Api) -> None:
    """By a call that changes nothing: a heartbeat would show an agent that does not run. Raises NoAccess."""
    try:
        api.call("POST", f"/api/agent/jobs/{UUID(int=0)}/renew", {"fence": 0})
    except NoAccess:
        raise
    except Refused:
        return  # there is no such job; the token is good


def _next(kind: str) -> str:
    return "engawa run" if kind == "agent" else "engawa import FILE, or engawa ask summarize_board --target ID"
