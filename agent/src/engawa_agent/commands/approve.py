"""`engawa approve`: let a machine run the team's jobs, or refuse it."""

import sys
from collections.abc import Mapping
from typing import Any

import click

from engawa_agent import output
from engawa_agent.api import Api
from engawa_agent.connection import Connection, connection, json_option
from engawa_agent.errors import Exit, NoAccess, Refused, Stop

# scope -> what it lets the machine do, what matters most first
MAY = {
    "agent:work": "take the team's jobs, read the texts in them, and answer them",
    "nodes:read": "read everything on the team's boards, documents and chats",
    "tokens:rotate": "renew its own token",
    "tokens:self": "give its own token up",
    "socket:ticket": "be told when there is work",
}
LONGEST = 200

Facts = Mapping[str, Any]


@click.command()
@click.argument("code", metavar="CODE")
@click.option("--nodes-read", is_flag=True, help="Let it also read boards, documents and chats, not just its jobs.")
@click.option("--deny", is_flag=True, help="Refuse it, without a question.")
@click.option("--yes", is_flag=True, help="Approve it without a question.")
@json_option
@connection
def command(code: str, nodes_read: bool, deny: bool, yes: bool, as_json: bool, connection: Connection) -> None:
    """Let the machine that shows CODE run the team's jobs, or refuse it.

    It shows first who asks. Approve only a code that you saw on that machine, or were told by somebody you know:
    whoever is let in gets the texts of the team's jobs.
    """
    if deny and yes:
        raise click.UsageError("--yes and --deny cannot be combined.")
    if not (yes or deny or sys.stdin.isatty()):
        message = "Nobody can be asked: there is no terminal, and neither --yes nor --deny was given."
        raise Stop(Exit.WRONG_USE, "E_NO_TERMINAL", message, f"engawa approve {code} --yes")
    api = connection.api("member")
    pairing = _looked_at(api, code)
    if not (as_json and (yes or deny)):
        click.echo(_words(pairing, nodes_read), err=as_json)
    approved = yes or (not deny and click.confirm("Let this machine in? N refuses it", err=as_json))
    _say(_answered(api, pairing, approved, nodes_read), approved, as_json)


def _looked_at(api: Api, code: str) -> Facts:
    """Raises Stop for a code that there is none of, or that was answered."""
    try:
        pairing: Facts = api.call("POST", "/api/pairing/look", {"userCode": code}).json
    except NoAccess:
        raise
    except Refused as refused:
        hint = "engawa pair on the machine shows a new code. Five wrong ones an hour are the most."
        message = f"No machine waits under this code: {refused.message.removeprefix('userCode: ')}"
        raise Stop(Exit.WRONG_USE, "E_WRONG_CODE", message, hint) from refused
    if pairing["status"] != "pending":
        message = f"The code was answered already: it was {_plain(pairing['status'])}."
        raise Stop(Exit.FAILED, "E_ANSWERED", message, "engawa pair on the machine shows a new code.")
    return pairing


def _answered(api: Api, pairing: Facts, approved: bool, nodes_read: bool) -> Facts:
    path = "/api/pairing/approve" if approved else "/api/pairing/deny"
    answer: Facts = api.call("POST", path, {"userCode": pairing["userCode"], "nodesRead": approved and nodes_read}).json
    return answer


def _words(pairing: Facts, nodes_read: bool) -> str:
    """Who asks for what. Only the place is the server's own knowledge; the rest is what the machine says of itself."""
    asked = {*pairing["scopes"], *(["nodes:read"] if nodes_read else [])}
    scopes = [*(scope for scope in MAY if scope in asked), *sorted(asked - set(MAY))]
    minutes, seconds = divmod(int(pairing["secondsLeft"]), 60)
    rows = (
        ("code", pairing["userCode"]),
        ("machine", pairing["machine"]),
        ("user", pairing["user"]),
        ("from", pairing["place"]),
        ("engines", ", ".join(pairing["engines"]) or "none"),
        ("may", f"\n{'':11}".join(MAY.get(scope, _plain(scope)) for scope in scopes)),
        ("left", f"{minutes} min {seconds} s"),
    )
    lines = (f"  {name:<8} {words if name == 'may' else _plain(words)}" for name, words in rows)
    return "A machine asks to run the team's jobs:\n\n" + "\n".join(lines) + "\n"


def _say(pairing: Facts, approved: bool, as_json: bool) -> None:
    if as_json:
        output.document(answer="approved" if approved else "denied", pairing=pairing)
    elif approved:
        click.echo(f"Approved. {_plain(pairing['machine'])} gets its token within seconds; an admin can revoke it.")
    else:
        click.echo(f"Refused. {_plain(pairing['machine'])} gets no token.")


def _plain(text: object) -> str:
    """A machine's name is anybody's text: nothing in it may move the cursor or turn the line round."""
    return "".join(sign for sign in str(text) if sign.isprintable())[:LONGEST] or "-"
