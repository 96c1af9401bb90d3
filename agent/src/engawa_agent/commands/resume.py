"""`engawa resume`: end the pause."""

from datetime import UTC, datetime

import click

from engawa_agent import output, pause, state
from engawa_agent.connection import json_option


@click.command()
@json_option
def command(as_json: bool) -> None:
    """End the pause that `engawa pause` began. What the policy says of quiet hours and battery stays."""
    home = state.folder()
    was_paused = _is_paused()
    pause.end(home)
    if as_json:
        output.document(paused=False, wasPaused=was_paused)
    else:
        click.echo("Resumed: new jobs may start." if was_paused else "There was no pause.")


def _is_paused() -> bool:
    try:
        found = pause.load(state.folder())
    except state.Damaged:
        return False
    return found is not None and found.holds(datetime.now(UTC))
