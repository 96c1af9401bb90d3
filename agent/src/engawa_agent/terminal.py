"""What a command prints for a person: tables, and texts that somebody else wrote."""

import re
import sys
from typing import TYPE_CHECKING

import click

from engawa_agent.screen import printable

if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 200  # columns; on a pipe nothing is cut or wrapped before that


def console() -> "Console":
    """As wide as the terminal; its styles are the table's own, not guessed from the words."""
    from rich.console import Console

    made = Console(highlight=False)
    return made if made.is_terminal else Console(highlight=False, width=PIPE_WIDTH)


def say(text: str, *, nl: bool = True, err: bool = False) -> None:
    """Print a text of the workspace, a model or a server. It may try to rule the terminal, so there it is readable
    alone. A pipe gets it sign for sign, which is what a program asked for: with `color`, or click would leave some out.
    """
    stream = sys.stderr if err else sys.stdout
    click.echo(readable(text) if stream.isatty() else text, nl=nl, err=err, color=True)


def readable(text: str) -> str:
    """Lines and tabs stay; what moves the cursor, clears the screen or names the window goes."""
    return re.sub(r"[^\n\t]+", lambda part: printable(part[0]), text)
