"""`engawa pause`: no new job starts on this machine for a while."""

from datetime import UTC, datetime, timedelta

import click

from engawa_agent import instants, output, pause, state
from engawa_agent.connection import json_option
from engawa_agent.pause import Pause


def _span(ctx: click.Context, param: click.Parameter, value: str | None) -> timedelta | None:
    try:
        return None if value is None else pause.span(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def _note(ctx: click.Context, param: click.Parameter, value: str) -> str:
    note = pause.clean(value)
    if len(note) > pause.LONGEST_NOTE:
        raise click.BadParameter(f"it has {len(note)} characters; at most {pause.LONGEST_NOTE} are shown.")
    return note


@click.command()
@click.option("--for", "length", metavar="SPAN", callback=_span, help="1h, 30m, 90s, 1h30m. Else until resume.")
@click.option("--note", metavar="TEXT", default="", callback=_note, help="Why; the team sees it beside waiting jobs.")
@json_option
def command(length: timedelta | None, note: str, as_json: bool) -> None:
    """Start no new job on this machine for a while, or until `engawa resume`.

    Jobs in hand are finished. It holds for every `engawa run` of yours here, also one that is started later.
    """
    now = datetime.now(UTC)
    asked = Pause(since=now, until=now + length if length else None, note=note)
    pause.save(state.folder(), asked)
    if as_json:
        output.document(paused=True, **asked.document())
    else:
        click.echo(f"{words(asked, now)} No new job starts; those in hand are finished.\nNext: engawa resume")


def words(asked: Pause, now: datetime) -> str:
    until = f"until {instants.soon(state.instant(asked.until), now)}" if asked.until else "until `engawa resume`"
    return f"Paused {until}{f' ({asked.note})' if asked.note else ''}."
