"""What a command leaves on stdout for a program: one JSON document with its schema's number."""

import json
from typing import Any

import click


def document(**fields: Any) -> None:
    """Print one JSON document on one line, ASCII only, so that no terminal's encoding can spoil it."""
    click.echo(json.dumps({"schema": 1, **fields}, default=str))
