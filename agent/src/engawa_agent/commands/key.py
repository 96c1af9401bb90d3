"""`engawa key`: the engines' keys, kept on this machine and sent to nobody but the engine."""

import os
import sys

import click
from rich.table import Table
from rich.text import Text

from engawa_agent import config, key_files, keys, output
from engawa_agent.configuring import fields, report
from engawa_agent.configuring.report import KeyRow
from engawa_agent.connection import json_option
from engawa_agent.errors import Exit, Stop
from engawa_agent.screen import printable
from engawa_agent.terminal import console


@click.group()
def command() -> None:
    """The engines' keys: set, forget, list. They stay on this machine; your team's server never gets one."""


@command.command("set")
@click.argument("engine")
@json_option
def set_key(engine: str, as_json: bool) -> None:
    """Keep the key for ENGINE: in the system's keyring, or else in a file that you alone can read.

    The key comes from standard input, or is asked for without showing it. There is no flag for it, because other
    users of a machine can read command lines.
    """
    _check(engine, _with_keys())
    place = keys.here().keep(engine, _key(engine))
    if as_json:
        output.document(engine=engine, **place.document())
        return
    click.echo(f"Kept the key for {engine} in {place.words}.")
    if before := _before(engine):
        click.echo(f"{before} is set here, and goes before it; to end that: unset {before}", err=True)
    click.echo("Next: engawa engines")


@command.command()
@click.argument("engine")
@json_option
def forget(engine: str, as_json: bool) -> None:
    """Forget the key for ENGINE that this machine keeps. Again it does nothing. At its provider it stays good."""
    kept = keys.here()
    _check(engine, {*_with_keys(), *kept.kept()})
    forgotten = kept.forget(engine)
    if as_json:
        output.document(engine=engine, forgotten=forgotten)
        return
    click.echo(f"Forgot the key for {engine}." if forgotten else f"Nothing to do: no key for {engine} is kept here.")
    if before := _before(engine):
        click.echo(f"{before} is set here, and goes on being used; to end that: unset {before}", err=True)


@command.command("list")
@json_option
def list_keys(as_json: bool) -> None:
    """Which engines have a key on this machine, and where it comes from."""
    rows = list(report.key_rows(config.load(os.environ)))
    if as_json:
        output.document(keys=[row.document() for row in rows])
    elif rows:
        console().print(_table(rows))
    else:
        click.echo("No engine has a key here. Next: engawa key set ENGINE")


def _key(engine: str) -> str:
    """Raises Stop where there is none, or something that is none."""
    on_terminal = sys.stdin.isatty()
    key = click.prompt(f"Key for {engine}", hide_input=True, err=True) if on_terminal else sys.stdin.readline()
    if not key.strip():
        message = "No key came on standard input, and there is no terminal to ask on."
        raise Stop(Exit.WRONG_USE, "E_NO_KEY", message, f"engawa key set {engine} < key-file")
    try:
        return key_files.usable(str(key), "what was given")
    except key_files.Trouble as trouble:
        raise Stop(Exit.WRONG_USE, "E_BAD_KEY", f"That is no key: {trouble}.", "Copy the key alone.") from None


def _with_keys() -> set[str]:
    """The engines that take one: some of ours, and any of others'."""
    return {id for id in (*fields.OURS, *config.on_this_machine()) if fields.takes_key(id) and keys.IDS.fullmatch(id)}


def _check(engine: str, known: set[str]) -> None:
    if engine in known:
        return
    meant = fields.near(engine, known)
    guess = f"did you mean {meant}?" if meant else f"there are: {', '.join(sorted(known))}."
    logs_in = engine in fields.OURS
    said = f"{engine} takes no key; it has a login of its own or needs none" if logs_in else f"{engine}: no such engine"
    raise Stop(Exit.WRONG_USE, "E_UNKNOWN_ENGINE", f"{said}; {guess}", "engawa engines")


def _before(engine: str) -> str:
    """The variable that is asked before what is kept, where it is set."""
    variable = fields.key_variable(engine)
    return variable if os.environ.get(variable) else ""


def _table(rows: list[KeyRow]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for title in ("ENGINE", "KEY", "FROM"):
        table.add_column(title, overflow="fold", no_wrap=title == "ENGINE")
    for row in rows:
        state = "cannot be used" if row.trouble else "set"
        table.add_row(*(Text(printable(words)) for words in (row.engine, state, row.trouble or row.source)))
    return table
