"""The one line at the bottom of a terminal that says what the agent is doing now."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.live import Live
from rich.text import Text

from engawa_agent.report import Event, Report, State
from engawa_agent.screen import REFRESHES_A_SECOND, line


class Line:
    """The state and since when its word holds; rich asks for it a few times a second."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._shown = (State("checking engines"), clock())

    def show(self, state: State) -> None:
        shown, since = self._shown
        same = (state.word, state.engine) == (shown.word, shown.engine)
        self._shown = (state, since if same else self._clock())

    def __rich__(self) -> Text:
        state, since = self._shown
        # Text, not markup: brackets in an engine's name are brackets. One line, however narrow the terminal.
        return Text(line(state, self._clock() - since), style="bold", no_wrap=True, overflow="ellipsis")


@contextmanager
def live_report(stream: TextIO, words: Callable[[Event], str], clock: Callable[[], float]) -> Iterator[Report]:
    """A Report that prints events above the line; the line is gone afterwards. rich itself minds NO_COLOR."""
    console = Console(file=stream, highlight=False)
    shown = Line(clock)
    with Live(shown, console=console, refresh_per_second=REFRESHES_A_SECOND, transient=True):
        yield Report(lambda event: console.print(Text(words(event))), shown.show)
