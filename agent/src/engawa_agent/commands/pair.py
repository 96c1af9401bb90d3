"""`engawa pair`: let this machine run a team's jobs, by a code that somebody of the team approves."""

import getpass
import os
import shlex
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import click

from engawa_agent import keeping, machine, output, pairing, policy, settings
from engawa_agent.api import Api
from engawa_agent.connection import opened
from engawa_agent.countdown import countdown
from engawa_agent.engines import roster
from engawa_agent.errors import Stop
from engawa_agent.keeping import Logins, Place
from engawa_agent.pairing import Asked, Code
from engawa_agent.screen import printable
from engawa_agent.settings import Access


@click.command()
@click.option("--url", "--server", metavar="URL", help="The server's address. Else ENGAWA_URL, else the saved login's.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document a line: the code, then the outcome.")
def command(url: str | None, as_json: bool) -> None:
    """Let this machine run a team's jobs, by a code that somebody of the team approves.

    It shows the code and waits. Whoever approves it sees this machine's name, its user and its engines. Nothing is
    opened here, neither a browser nor a port, so it works over SSH as well.
    """
    logins = keeping.here()
    server = settings.address(url, os.environ, logins)
    api = opened(Access(server, "", kept=False))
    asked = Asked(machine.agent_name(), getpass.getuser(), _engines())
    pair(api, logins, asked, as_json, clock=time.monotonic, sleep=time.sleep)


def pair(
    api: Api,
    logins: Logins,
    asked: Asked,
    as_json: bool,
    *,
    clock: Callable[[], float],
    sleep: Callable[[float], object],
) -> None:
    """From the code to the token that is kept. Raises Stop, Refused, ServerAway."""
    before = _id_before(logins, api.url)
    code = pairing.start(api, asked)
    _show(code, api.url, asked, as_json)
    what = "waiting for approval"
    with countdown(what, code.lives, stream=sys.stderr, environ=os.environ, clock=clock) as say:
        given = pairing.wait(api, code, say, clock=clock, sleep=sleep)
    _tell(given, api.url, logins.keep(api.url, "agent", given["token"]), before, as_json)


def approval(code: Code, server: str) -> str:
    """What whoever approves types; one line, so that it can be copied."""
    return f"engawa approve {printable(code.user_code)} --url {shlex.quote(server)}"


def _engines() -> list[str]:
    """Those that `engawa run` would use here."""
    chosen = roster.load(policy.load(None).engines_of(()))
    return [one.engine.label for one in roster.check_all(chosen) if one.check.usable]


def _id_before(logins: Logins, server: str) -> str | None:
    """Of the token that the new one takes the place of. A damaged file is said before anybody approves anything."""
    logins.saved()
    with suppress(Stop):  # a keyring that does not give the old one may still take the new one
        return settings.id_of(logins.token(server, "agent"))
    return None


def _show(code: Code, server: str, asked: Asked, as_json: bool) -> None:
    if as_json:
        told = {"userCode": code.user_code, "url": server, "approve": approval(code, server), "expiresIn": code.lives}
        output.document(event="code", **told, **asked.document())
        return
    engines = ", ".join(asked.engines) or "none yet (engawa engines tells how to get one)"
    click.echo(
        f"This machine asks to run a team's jobs.\n\n"
        f"  code     {printable(code.user_code)}\n"
        f"  server   {server}\n"
        f"  machine  {printable(asked.machine)}\n"
        f"  user     {printable(asked.user)}\n"
        f"  engines  {printable(engines)}\n\n"
        f"A member of the team approves it on any machine, within {round(code.lives / 60)} minutes:\n\n"
        f"{approval(code, server)}\n"
    )


def _tell(given: Mapping[str, Any], server: str, place: Place, before: str | None, as_json: bool) -> None:
    if as_json:
        told = {name: given.get(name) for name in ("id", "name", "workspaceId", "scopes")}
        output.document(event="paired", url=server, kind="agent", **told, replaced=before, **place.document())
        return
    more = ", and read its boards, documents and chats" if "nodes:read" in (given.get("scopes") or ()) else ""
    click.echo(f"Approved: this machine may run the team's jobs{more}.\nIts token is kept in {place.words}.")
    if before:
        click.echo(
            "The token that was kept before works on until it was silent for 14 days, or until an admin types:\n"
            f"engawa token revoke {before} --url {shlex.quote(server)}"
        )
    click.echo("Next: engawa run")
