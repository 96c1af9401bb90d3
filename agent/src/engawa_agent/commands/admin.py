"""`engawa admin`: what a deployer does with their own AWS credentials."""

import shlex
from collections.abc import Callable
from typing import Any

import click

from engawa_agent import keeping, output, stack
from engawa_agent.connection import json_option
from engawa_agent.errors import Exit, Stop
from engawa_agent.keeping import Logins, Place
from engawa_agent.stack import Clients, Founded

LONGEST_NAME = 2000  # as the server takes it
NEXT = """\
Next:
  to run its jobs on this machine:  engawa run
  on another machine, there:        engawa pair --url {url}
  a token for your app's server:    engawa token create --kind member --name APP"""


def deployment(function: Callable[..., Any]) -> Callable[..., Any]:
    """Gives the command --stack, --region and --profile."""
    for option in (
        click.option("--profile", metavar="NAME", help="The AWS profile. Else AWS_PROFILE, else the default one."),
        # boto3 itself knows only AWS_DEFAULT_REGION; other tools of AWS go by both.
        click.option(
            "--region",
            envvar="AWS_REGION",
            metavar="NAME",
            help="The AWS region. Else AWS_REGION, AWS_DEFAULT_REGION, or the profile's.",
        ),
        click.option("--stack", "stack_name", metavar="NAME", required=True, help="The name given to sam deploy."),
    ):
        function = option(function)
    return function


def _name(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not 1 <= len(value.strip()) <= LONGEST_NAME:
        raise click.BadParameter(f"it is 1 to {LONGEST_NAME} characters long.")
    return value


@click.group()
def command() -> None:
    """What a deployer does with their own AWS credentials: the first tokens, more workspaces."""


@command.command()
@deployment
@click.option("--name", metavar="TEXT", callback=_name, help="The workspace's name. Else the stack's.")
@click.option("--again", is_flag=True, help="Found another one, though this machine is logged in to one there.")
@click.option("--show", is_flag=True, help="Print the tokens too.")
@json_option
def bootstrap(
    stack_name: str, region: str | None, profile: str | None, name: str | None, again: bool, show: bool, as_json: bool
) -> int:
    """Found the first workspace of a deployment, and log this machine in with its tokens.

    --json prints the tokens as well.
    """
    clients, logins = stack.clients(region, profile), keeping.here()
    made = first(clients, logins, stack_name, name or stack_name, again)
    return tell(made, keep(logins, made), show, as_json)


@command.group()
def workspace() -> None:
    """More workspaces in one deployment, each a team's own."""


@workspace.command()
@deployment
@click.option("--name", metavar="TEXT", callback=_name, required=True, help="The workspace's name.")
@json_option
def create(stack_name: str, region: str | None, profile: str | None, name: str, as_json: bool) -> None:
    """Found another workspace and print its tokens, this once: on stdout the tokens alone.

    They are not kept here: this machine stays logged in to the workspace that it knows.
    """
    clients = stack.clients(region, profile)
    tell_created(stack.found(clients, stack.described(clients, stack_name), name), as_json)


def first(clients: Clients, logins: Logins, stack_name: str, name: str, again: bool) -> Founded:
    """Raises Stop, also where this machine is logged in there already and nobody said `again`: its tokens would go."""
    there = stack.described(clients, stack_name)
    if logins.saved().servers.get(there.url) and not again:
        message = f"This machine is logged in to a workspace on {there.url} already."
        hint = "engawa admin workspace create founds another; with --again this machine forgets the one it knows"
        raise Stop(Exit.FAILED, "E_ALREADY", message, hint)
    return stack.found(clients, there, name)


def keep(logins: Logins, made: Founded) -> Place | Stop:
    """Where its tokens are kept, or why they could not be: they exist by now, and nobody else has them."""
    try:
        return [logins.keep(made.url, kind, token) for kind, token in made.tokens.items()][-1]
    except Stop as stop:
        return stop


def tell(made: Founded, where: Place | Stop, show: bool, as_json: bool) -> int:
    """What could not be kept is printed, as it cannot be had again."""
    lost = isinstance(where, Stop)
    if as_json:
        told = {"trouble": where.message} if isinstance(where, Stop) else where.document()
        output.document(**_document(made), **told)
    else:
        _say(made, where)
        if show or lost:
            _print(made)
        click.echo(NEXT.format(url=shlex.quote(made.url)))
    return Exit.FAILED if lost else Exit.DONE


def tell_created(made: Founded, as_json: bool) -> None:
    """Nothing is kept here: it would take the place of the workspace that this machine knows."""
    if as_json:
        output.document(**_document(made))
        return
    click.echo(f'Founded the workspace "{made.name}" ({made.id}). Its tokens, shown this once:', err=True)
    _print(made)
    click.echo(f"Next, for whoever they are meant for: engawa login --url {made.url}", err=True)


def _say(made: Founded, where: Place | Stop) -> None:
    click.echo(f'Founded the workspace "{made.name}" ({made.id}) on {made.url}.')
    if isinstance(where, Stop):
        click.echo(f"{where.message} So its tokens are shown, this once; keep them:", err=True)
    else:
        click.echo(f"This machine is logged in to it: its tokens are kept in {where.words}.")


def _document(made: Founded) -> dict[str, Any]:
    return {"workspaceId": made.id, "name": made.name, "url": made.url, "tokens": dict(made.tokens)}


def _print(made: Founded) -> None:
    for kind, token in made.tokens.items():
        click.echo(f"{kind:<6} {token}")
