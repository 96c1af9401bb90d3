"""`engawa import`: a board or document from a file."""

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from uuid import UUID

import click
from rich.console import Console

from engawa_agent import output
from engawa_agent.api import Api
from engawa_agent.connection import Connection, connection, json_option
from engawa_agent.errors import Exit, Stop
from engawa_agent.importing import destination, files, formats, summary
from engawa_agent.importing.destination import Wish
from engawa_agent.importing.progress import progress
from engawa_agent.importing.result import Import
from engawa_agent.importing.sending import send
from engawa_agent.importing.sizes import MAX_NAME
from engawa_agent.importing.trouble import BadFile
from engawa_text.units import whole


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--board", type=click.UUID, metavar="ID", help="The board or document to import into.")
@click.option("--name", metavar="NAME", help="What to call it. Else the file's name.")
@click.option("--parent", type=click.UUID, metavar="ID", help="What it stands under. Else the workspace.")
@click.option("--format", "named", type=click.Choice(list(formats.FORMATS)), help="Else by the extension.")
@click.option("--dry-run", is_flag=True, help="Read and check the file, say what is in it, send nothing.")
@json_option
@connection
def command(
    file: Path,
    board: UUID | None,
    name: str | None,
    parent: UUID | None,
    named: str | None,
    dry_run: bool,
    as_json: bool,
    connection: Connection,
) -> None:
    """Bring in FILE: JSON Canvas (.canvas), Markdown (.md) or Engawa's own JSON.

    The file is checked as a whole before anything is sent. Importing it again updates what it made the last time;
    what is no longer in the file stays.
    """
    wish = _wish(file, board, name, parent)
    with _told(file):
        read = formats.of(file, named).read
        text = files.read_text(file)
        checked = read(text, wish.nowhere())
    if dry_run:
        _tell_dry(checked, wish, as_json)
        return
    with closing(connection.api("member")) as api:
        goal = destination.find(api, wish)
        with _told(file):
            imported = destination.settled(read(text, goal.target), goal, wish.name)
        _send(api, imported, as_json)
    _tell(imported, wish.file_name, goal.state, as_json)


def _wish(file: Path, board: UUID | None, name: str | None, parent: UUID | None) -> Wish:
    if name is not None and not 0 < len(name.strip()) <= MAX_NAME:
        raise click.BadParameter(f"has 1 to {MAX_NAME} characters", param_hint="--name")
    board_id, parent_id = (str(given) if given else None for given in (board, parent))
    return Wish(whole(file.name), whole(file.stem), board_id, name and whole(name), parent_id)


@contextmanager
def _told(file: Path) -> Iterator[None]:
    """A broken file as one sentence."""
    try:
        yield
    except BadFile as error:
        place = f", {error.place}," if error.place else ""
        message = summary.clean(f"{file}{place} {error.what}; nothing was written.")
        raise Stop(Exit.WRONG_USE, "E_BAD_FILE", message) from error


def _send(api: Api, imported: Import, as_json: bool) -> None:
    total = len(imported.nodes) + len(imported.edges)
    with progress(total, Console(stderr=True, quiet=as_json)) as advance:
        send(api, imported, sleep=time.sleep, advance=advance)


def _tell(imported: Import, file_name: str, state: str, as_json: bool) -> None:
    if as_json:
        output.document(**summary.fields(imported, state))
        return
    for line in (*summary.lines(imported, file_name, state), *summary.next_lines(imported)):
        click.echo(line)


def _tell_dry(checked: Import, wish: Wish, as_json: bool) -> None:
    """Without the server only a board that was named has its id."""
    if as_json:
        unknown = {"id": wish.board, "next": ""}
        output.document(**{**summary.fields(checked, "nothing sent"), **unknown})
        return
    for line in summary.lines(checked, wish.file_name, "nothing sent"):
        click.echo(line)
