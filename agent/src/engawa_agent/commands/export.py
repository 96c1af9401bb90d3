"""`engawa export`: a board or document to a file."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

import click

from engawa_agent import output, terminal
from engawa_agent.connection import Connection, connection, json_option
from engawa_agent.errors import Exit, Stop
from engawa_agent.exporting import canvas, contents, document, nodes_json
from engawa_agent.exporting.contents import Contents
from engawa_agent.exporting.result import Export
from engawa_agent.exporting.target_file import write_whole
from engawa_agent.importing.formats import FORMATS


@click.command("export")
@click.argument("id", type=click.UUID)
@click.option("-o", "--output", "file", type=click.Path(path_type=Path), metavar="FILE", help="Else stdout.")
@click.option("--format", "named", type=click.Choice(list(FORMATS)), help="Else by FILE's extension or by type.")
@json_option
@connection
def command(id: UUID, file: Path | None, named: str | None, as_json: bool, connection: Connection) -> None:
    """Write a board as JSON Canvas, a document as Markdown, or anything as Engawa's own JSON.

    What an import kept aside comes back. FILE is replaced when it exists, whole or not at all.
    """
    with closing(connection.api("member")) as api:
        top = contents.find(api, str(id))
        format_name = named or _by_extension(file) or _by_type(top["type"])
        _refuse_misfit(format_name, top)
        export = _written(format_name, contents.read(api, top))
    if file:
        write_whole(file, export.text)
    _tell(export, top, format_name, file, as_json)


def _by_extension(file: Path | None) -> str | None:
    suffix = file.suffix.lower() if file else ""
    return next((name for name, each in FORMATS.items() if suffix in each.extensions), None)


def _by_type(kind: str) -> str:
    return next((name for name, each in FORMATS.items() if each.kind == kind), "json")


def _refuse_misfit(format_name: str, top: Mapping[str, Any]) -> None:
    """JSON takes everything; the others are for one type each."""
    if format_name != "json" and FORMATS[format_name].kind != top["type"]:
        message = f"{top['id']} is a {top['type']}; {format_name} is for a {FORMATS[format_name].kind}."
        raise Stop(Exit.WRONG_USE, "E_WRONG_FORMAT", message, "Add --format json, or leave --format out.")


def _written(format_name: str, found: Contents) -> Export:
    match format_name:
        case "canvas":
            return canvas.write(found.top, found.nodes, found.edges)
        case "markdown":
            return document.write(found.top)
    return nodes_json.write(found.top, found.nodes, found.edges)


def _tell(export: Export, top: Mapping[str, Any], format_name: str, file: Path | None, as_json: bool) -> None:
    """Without FILE the text itself is what stdout is for, so the account goes to stderr."""
    if as_json:
        said = {"leftOut": dict(export.left_out), "changed": dict(export.changed)}
        where = {"file": str(file)} if file else {"text": export.text}
        output.document(id=top["id"], type=top["type"], format=format_name, **said, **where)
        return
    if file is None:
        terminal.say(export.text, nl=False)
    else:
        terminal.say(f'{top["type"]} "{top["name"]}" -> {click.format_filename(file)} ({format_name})')
    for what, counted in (("left out", export.left_out), ("written", export.changed)):
        if counted:
            click.echo(f"  {what}: {', '.join(f'{n} {name}' for name, n in counted.items())}", err=True)
