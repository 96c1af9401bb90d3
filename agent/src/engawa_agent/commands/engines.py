"""`engawa engines`: what this machine can run, whether it really answers, and how to get more."""

import os
import sys
import time
from collections.abc import Mapping

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from engawa_agent import config, installing, output, trial
from engawa_agent.connection import json_option, set_option
from engawa_agent.engines import roster
from engawa_agent.engines.roster import Checked
from engawa_agent.errors import Exit
from engawa_agent.trial import Trial

PIPE_WIDTH = 200  # columns; on a pipe nothing is cut or wrapped before that

Trials = Mapping[str, Trial]


@click.group(invoke_without_command=True)
@click.option("--test", is_flag=True, help="Put one line to each that is ready, and show its answer, time and pace.")
@click.option("--engine", "engines", multiple=True, metavar="ID", help="Only this engine. May be repeated.")
@set_option
@json_option
@click.pass_context
def command(ctx: click.Context, test: bool, engines: tuple[str, ...], flags: tuple[str, ...], as_json: bool) -> int:
    """Show each engine, its state in a word, and how to get it. The first that is ready runs the jobs."""
    if ctx.invoked_subcommand is not None:
        return Exit.DONE
    checked = roster.check_all(roster.load(engines, config.load(os.environ, flags)))
    if test and not any(one.check.usable for one in checked):
        raise roster.no_engine(checked)
    trials = _tried(checked, quiet=as_json) if test else {}
    if as_json:
        output.document(engines=[_fields(one, trials) for one in checked])
    else:
        _print(checked, trials)
    return Exit.FAILED if any(one.error for one in trials.values()) else Exit.DONE


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


def _tried(checked: list[Checked], quiet: bool) -> Trials:
    """One after the other: side by side they would slow each other down."""
    trials = {}
    for engine in [one.engine for one in checked if one.check.usable]:
        if not quiet:
            click.echo(f"Asking {engine.label} ...", file=sys.stderr)
        trials[engine.id] = trial.of(engine, time.monotonic)
    return trials


def _fields(one: Checked, trials: Trials) -> dict[str, object]:
    check = one.check
    tried = {"test": trials[one.engine.id].document()} if one.engine.id in trials else {}
    return {
        "id": one.engine.id,
        "label": one.engine.label,
        "state": check.state,
        "usable": check.usable,
        "reason": check.reason,
        "howToGet": check.how_to_get,
        **tried,
    }


def _print(checked: list[Checked], trials: Trials) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=PIPE_WIDTH)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("STATE", "ENGINE", "WHAT", "ANSWER, OR HOW TO GET IT" if trials else "HOW TO GET IT"):
        table.add_column(title, overflow="fold", no_wrap=title in ("STATE", "ENGINE"))
    for one in checked:
        what = one.engine.label if one.check.usable else f"{one.engine.label}: {one.check.reason}"
        style = "green" if one.check.usable else ""
        last = _words(trials[one.engine.id]) if one.engine.id in trials else one.check.how_to_get
        table.add_row(_text(one.check.state, style), _text(one.engine.id), _text(what), _text(last))
    console.print(table)


def _words(tried: Trial) -> str:
    if tried.error:
        return f"no answer after {tried.seconds:.1f} s: {tried.error}"
    pace = f", {tried.pace:g} tokens/s" if tried.pace else ""
    return f"{tried.seconds:.1f} s{pace}: {tried.answer}"


def _text(words: str, style: str = "") -> Text:
    return Text(words, style=style)
