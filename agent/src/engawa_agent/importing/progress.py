"""A long import's progress: a bar for a person at a terminal, one plain line for a pipe."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

LONG = 200  # nodes and edges; fewer are there before a bar could be read

Advance = Callable[[int], Any]


@contextmanager
def progress(total: int, console: Console, environ: Mapping[str, str] = os.environ) -> Iterator[Advance]:
    """Gives a function to call with the number of items that were just sent."""
    if total < LONG:
        yield _nothing
    elif console.is_terminal and not environ.get("ACCESSIBLE"):
        with _bar(console) as bar:
            task = bar.add_task("Sending", total=total)
            yield lambda number: bar.advance(task, number)
    else:
        console.print(f"Sending {total:,} nodes and edges ...", highlight=False)
        yield _nothing


def _bar(console: Console) -> Progress:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress(*columns, console=console, transient=True)


def _nothing(number: int) -> None:
    """Nobody watches."""
