"""The line that says how long something still waits."""

import io

import pytest

from engawa_agent.countdown import countdown, words


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("left", "line"), [(600, "approval · 10:00 left"), (9.6, "approval · 0:10 left"), (-3, "approval · 0:00 left")]
)
def test_minutes_and_seconds_and_never_less_than_none(left: float, line: str) -> None:
    assert words("approval", left) == line


def test_on_a_terminal_the_line_shows_what_is_left_and_goes_away() -> None:
    stream = Terminal()
    with countdown("approval", 600, stream=stream, environ={"TERM": "xterm"}, clock=lambda: 0.0) as say:
        say("Server away.")
    assert "approval · 10:00 left" in stream.getvalue()
    assert "Server away." in stream.getvalue()
    assert stream.getvalue().endswith("\x1b[2K")


@pytest.mark.parametrize(
    ("stream", "environ"),
    [
        (io.StringIO(), {"TERM": "xterm"}),
        (Terminal(), {"TERM": "xterm", "ACCESSIBLE": "1"}),
        (Terminal(), {"TERM": "dumb"}),
    ],
    ids=["a pipe", "a screen reader", "a dumb terminal"],
)
def test_elsewhere_only_what_is_said_is_printed(stream: io.StringIO, environ: dict[str, str]) -> None:
    with countdown("approval", 600, stream=stream, environ=environ, clock=lambda: 0.0) as say:
        say("Server \x1b[2Jaway.")
    assert stream.getvalue() == "Server [2Jaway.\n"
