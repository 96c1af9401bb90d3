"""How long something still waits: a live line on a terminal, nothing on a pipe."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TextIO

from engawa_agent.screen import REFRESHES_A_SECOND, is_live, printable

Say = Callable[[str], object]


def words(what: str, left: float) -> str:
    """`waiting for approval · 9:41 left`."""
    seconds = max(0, round(left))
    return f"{what} · {seconds // 60}:{seconds % 60:02} left"


@contextmanager
def countdown(
    what: str, seconds: float, *, stream: TextIO, environ: Mapping[str, str], clock: Callable[[], float]
) -> Iterator[Say]:
    """Gives what prints a sentence, on a terminal above the line, which is gone afterwards."""
    if not is_live(stream, environ):
        yield lambda text: print(printable(text), file=stream, flush=True)
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    over = clock() + seconds

    def line() -> Text:
        return Text(words(what, over - clock()), style="bold", no_wrap=True, overflow="ellipsis")

    console = Console(file=stream, highlight=False)
    with Live(get_renderable=line, console=console, refresh_per_second=REFRESHES_A_SECOND, transient=True):
        yield lambda text: console.print(Text(printable(text)))
