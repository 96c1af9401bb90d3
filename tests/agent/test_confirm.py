"""Questions on a real pseudo-terminal."""

import io
import os
import pty
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engawa_agent.confirm import Confirm, check, question
from engawa_agent.errors import Exit, Stop
from tests.agent.makers import Said, a_job, until_ready


class Rig:
    """A question is asked in a thread of its own; `type` is what a person types."""

    def __init__(self, master: int, stream: io.TextIOWrapper) -> None:
        self.said, self.over, self.time = Said(), threading.Event(), 0.0
        self.answers: list[bool] = []
        self._master = master
        self._confirm = Confirm(stream, self.said.report, lambda: self.time)
        self._thread = threading.Thread()

    def ask(self) -> None:
        asked = len(self.said.events)
        self._thread = threading.Thread(target=self._ask)
        self._thread.start()
        until_ready(lambda: len(self.said.events) > asked)

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def answer(self) -> bool:
        self._thread.join(10)
        return self.answers.pop()

    def _ask(self) -> None:
        self.answers.append(self._confirm.ask(a_job(), "Ollama", self.over.is_set))


@pytest.fixture
def rig() -> Iterator[Rig]:
    master, slave = pty.openpty()
    try:
        with os.fdopen(slave, closefd=False) as stream:
            yield Rig(master, stream)
    finally:
        os.close(master)  # the reading thread meets the end of its terminal
        os.close(slave)


@pytest.mark.parametrize(
    ("typed", "agreed"),
    [("y\n", True), ("YES\n", True), ("\n", False), ("n\n", False), ("yy\n", False), ("\x04", False)],
)
def test_only_a_yes_is_one(rig: Rig, typed: str, agreed: bool) -> None:
    rig.ask()
    rig.type(typed)
    assert rig.answer() is agreed


def test_the_next_question_needs_its_own_answer(rig: Rig) -> None:
    rig.ask()
    rig.type("y\ny\n")
    assert rig.answer()
    until_ready(lambda: not rig._confirm._lines.empty())
    rig.ask()
    rig.over.set()
    assert not rig.answer()


def test_after_ctrl_d_there_can_be_a_yes(rig: Rig) -> None:
    rig.ask()
    rig.type("\x04")
    assert not rig.answer()
    rig.ask()
    rig.type("y\n")
    assert rig.answer()


def test_a_stop_withdraws_the_question(rig: Rig) -> None:
    rig.ask()
    rig.over.set()
    assert not rig.answer()


def test_two_minutes_of_silence_are_a_no(rig: Rig) -> None:
    rig.ask()
    rig.time = 120.0
    assert not rig.answer()


def test_a_stop_also_ends_the_wait_for_ones_turn(rig: Rig) -> None:
    rig.ask()
    assert not rig._confirm.ask(a_job(), "Ollama", lambda: True)
    rig.type("y\n")
    assert rig.answer()


def test_the_question_says_whose_job_it_is_and_where_its_text_goes() -> None:
    job = a_job() | {"createdBy": {"id": "tok-1", "name": "Aoki"}}
    asked = question(job, "Ollama qwen", stays=True)
    assert asked.startswith("Run this job? summarize board, from Aoki / tok-1, ")
    assert "characters, on Ollama qwen, which stays on this machine." in asked
    assert "sends it to its provider" in question(job, "Copilot", stays=False)
    assert "on Copilot. y" in question(job, "Copilot", stays=None)


def test_names_cannot_turn_the_question_round() -> None:
    job = a_job() | {"createdBy": {"name": "A\u202eoki\r\n" + "x" * 1000}, "type": None}
    asked = question(job, "Ollama", None)
    assert asked.startswith("Run this job? a job, from Aokixx")
    assert len(asked) < 200
    assert "from somebody unknown" in question(a_job(), "Ollama", None)


def test_without_a_terminal_nobody_is_asked(tmp_path: Path) -> None:
    for stream in (None, io.StringIO()):
        with pytest.raises(Stop, match="--confirm") as stop:
            check(stream)
        assert (stop.value.exit_code, stop.value.code) == (Exit.WRONG_USE, "E_NO_TERMINAL")


def test_a_terminal_will_do(rig: Rig) -> None:
    check(rig._confirm._stream)
