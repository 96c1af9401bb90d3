"""What `make demo` says while it works: one line for each step with the time it took, and texts in frames."""

import time
from collections.abc import Callable
from typing import TypeVar

from rich.console import Console
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

T = TypeVar("T")
INDENT = 9


class Narration:
    """Speaks to one console; on a pipe there is no spinner, and the lines are the same."""

    def __init__(self, console: Console, clock: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._clock = clock
        self._began = clock()

    def say(self, text: str) -> None:
        """A line without a time."""
        self._console.print(Text(text))

    def note(self, text: str) -> None:
        """A line under the step before; it wraps under itself."""
        self._console.print(Padding(Text(text), (0, 0, 0, INDENT)))

    def step(self, title: str, work: Callable[[], T], outcome: Callable[[T], str]) -> T:
        """Does `work`, and tells what came of it in the words of `outcome`."""
        began = self._clock()
        with self._console.status(Text(title)):
            done = work()
        took = f"{self._clock() - began:5.1f} s  "
        self._console.print(Text.assemble((took, "dim"), (title, "bold"), "  ", outcome(done)))
        return done

    def show(self, text: str, title: str) -> None:
        """A text of somebody else's, whole and as it is."""
        frame = Panel(Text(text.rstrip("\n")), title=Text(title), title_align="left", border_style="dim")
        self._console.print(Padding(frame, (0, 0, 0, INDENT)))

    def end(self, text: str) -> None:
        """The last line, with the time of everything."""
        self._console.print(Text.assemble((f"{self._clock() - self._began:5.1f} s  ", "dim"), text))
