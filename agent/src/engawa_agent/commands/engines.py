"""`engawa engines`: what this machine can run, and how to get more."""

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from engawa_agent import installing, output
from engawa_agent.connection import json_option
from engawa_agent.engines import roster
from engawa_agent.engines.roster import Checked

PIPE_WIDTH = 200  # columns; on a pipe nothing is cut or wrapped before that


@click.group(invoke_without_command=True)
@json_option
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> None:
    """Show each engine, its state in a word, and how to get it. The first that is ready runs the jobs."""
    if ctx.invoked_subcommand is not None:
        return
    checked = roster.check_all(roster.load())
    if as_json:
        output.document(engines=[_fields(one) for one in checked])
    else:
        _print(checked)


@command.command()
@click.argument("engine", type=click.Choice(["embedded"]))
@json_option
def install(engine: str, as_json: bool) -> None:
    """Install an engine: `embedded`, a small model of 200 MB that needs no account."""
    already = installing.installed()
    if not already:
        installing.install(installing.installer())
    if as_json:
        output.document(engine=engine, state="ready", already=already)
    else:
        click.echo("embedded is already installed." if already else "embedded is installed. Next: engawa run")


def _fields(one: Checked) -> dict[str, object]:
    check = one.check
    return {
        "id": one.engine.id,
        "label": one.engine.label,
        "state": check.state,
        "usable": check.usable,
        "reason": check.reason,
        "howToGet": check.how_to_get,
    }


def _print(checked: list[Checked]) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=PIPE_WIDTH)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("STATE", "ENGINE", "WHAT", "HOW TO GET IT"):
        table.add_column(title, overflow="fold", no_wrap=title in ("STATE", "ENGINE"))
    for one in checked:
        what = one.engine.label if one.check.usable else f"{one.engine.label}: {one.check.reason}"
        style = "green" if one.check.usable else ""
        table.add_row(_text(one.check.state, style), _text(one.engine.id), _text(what), _text(one.check.how_to_get))
    console.print(table)


def _text(words: str, style: str = "") -> Text:
    return Text(words, style=style)
