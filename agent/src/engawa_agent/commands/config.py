"""`engawa config`: what is set for the engines, and where each value comes from."""

import os

import click
from rich.table import Table
from rich.text import Text

from engawa_agent import config, output
from engawa_agent.config import Config
from engawa_agent.configuring import fields, report
from engawa_agent.configuring.report import KeyRow, Row
from engawa_agent.connection import json_option, set_option
from engawa_agent.screen import printable
from engawa_agent.terminal import console

BUILT_IN = "the agent's own"


class Documented(click.Command):
    """Its help lists all settings and whose they are."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Settings above all engines"):
            formatter.write_dl([_explained(field) for field in fields.TOP])
        with formatter.section("Settings of an engine"):
            formatter.write_dl([_explained(field) for field in fields.FIELDS])
        with formatter.section("Engines"):
            formatter.write_dl([(id, ", ".join(fields.kinds(id))) for id in fields.OURS])


@click.command(cls=Documented)
@set_option
@json_option
def command(flags: tuple[str, ...], as_json: bool) -> None:
    """Show what is set for the engines, and where each value comes from.

    What --set says goes before the environment (ENGAWA_OLLAMA_MODEL=qwen3), and that before config.toml, which has
    a table for each engine ([engines.ollama], model = "qwen3"). It stands beside the saved login, or where
    ENGAWA_CONFIG says. Keys do not belong there, but where `engawa key set ENGINE` keeps them; none is ever shown.
    """
    found = config.load(os.environ, flags)
    rows, keys = list(report.rows(found)), list(report.key_rows(found))
    if as_json:
        _print_json(found, rows, keys)
    else:
        _print(found, rows, keys)


def _explained(field: fields.Field) -> tuple[str, str]:
    return field.name, f"{field.words} It is {field.kind.expected}."


def _print_json(found: Config, rows: list[Row], keys: list[KeyRow]) -> None:
    output.document(
        file={"path": str(found.file), "exists": found.file.exists()},
        settings=[{**vars(row), "engine": row.engine or None} for row in rows],
        keys=[key.document() for key in keys],
    )


def _print(found: Config, rows: list[Row], keys: list[KeyRow]) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for title in ("SETTING", "VALUE", "FROM"):
        table.add_column(title, overflow="fold", no_wrap=title == "SETTING")
    for row in rows:
        table.add_row(*_cells(row.title, _value(row), row.source))
    for key in keys:
        table.add_row(*_cells(f"{key.engine}.key", "set" if not key.trouble else "cannot be used", _origin(key)))
    console().print(table)
    there = "" if found.file.exists() else "   (there is none)"
    click.echo(f"\nFile: {printable(str(found.file))}{there}\nWhat can be set: engawa config --help")


def _value(row: Row) -> str:
    return BUILT_IN if row.title == "order" and not row.value else report.words(row.value)


def _origin(key: KeyRow) -> str:
    return key.trouble or key.source


def _cells(*words: str) -> list[Text]:
    return [Text(printable(each)) for each in words]
