"""What a person sees of a running agent."""

import io
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from engawa_agent.report import Report, State
from engawa_agent.screen import is_live, line, screen

NOW = datetime(2026, 11, 29, 8, 0, 2, tzinfo=UTC)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(stream: io.StringIO, as_json: bool = False, **environ: str) -> str:
    with screen(as_json, stream=stream, environ=environ, now=lambda: NOW, clock=lambda: 0.0) as report:
        tell(report)
    return stream.getvalue()


def tell(report: Report) -> None:
    report.state("working", "Ollama [qwen]", "writing", 1234)
    report.say("claimed", "a job\x1b[2J\r of [bold]somebody", jobId="j1")
    report.state("waiting")


def test_the_line_has_state_engine_phase_amount_and_time() -> None:
    state = State("working", "Ollama qwen", "writing", 1234)
    assert line(state, 72.9) == "working · Ollama qwen · writing · 1,234 characters · 1:12"
    assert line(State("waiting"), 3) == "waiting · 0:03"


def test_a_pipe_gets_plain_lines() -> None:
    assert shown(io.StringIO()) == "08:00:02  a job[2J of [bold]somebody\n"


def test_a_screen_reader_gets_plain_lines_on_a_terminal() -> None:
    assert shown(Terminal(), ACCESSIBLE="1") == "08:00:02  a job[2J of [bold]somebody\n"


def test_a_program_gets_one_json_document_a_line() -> None:
    record: dict[str, Any] = json.loads(shown(io.StringIO(), as_json=True))
    assert (record["schema"], record["event"], record["jobId"]) == (1, "claimed", "j1")


def test_a_terminal_gets_a_live_line_below_the_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    text = shown(Terminal(), TERM="xterm")
    assert "08:00:02  a job[2J of [bold]somebody\n" in text.replace("\r", "").replace("\x1b[2K", "")
    assert "waiting · 0:00" in text


def test_no_color_leaves_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in shown(Terminal(), TERM="xterm")


@pytest.mark.parametrize(
    ("stream", "environ", "live"),
    [
        (Terminal(), {}, True),
        (Terminal(), {"ACCESSIBLE": "0"}, True),
        (Terminal(), {"ACCESSIBLE": "1"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {}, False),
    ],
)
def test_where_a_line_may_be_redrawn(stream: io.StringIO, environ: dict[str, str], live: bool) -> None:
    assert is_live(stream, environ) is live
