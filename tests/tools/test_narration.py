"""What the demo says."""

import io

from rich.console import Console

from tools.narration import Narration


def a_narration(*times: float) -> tuple[Narration, io.StringIO]:
    said = io.StringIO()
    clock = iter(times)
    return Narration(Console(file=said, width=60), lambda: next(clock)), said


def test_a_step_has_its_time_its_title_and_its_outcome() -> None:
    narration, said = a_narration(0.0, 1.0, 3.5)
    assert narration.step("engawa ask", lambda: 41 + 1, lambda answer: f"it is {answer}") == 42
    assert said.getvalue() == "  2.5 s  engawa ask  it is 42\n"


def test_a_text_is_shown_as_it_is() -> None:
    narration, said = a_narration(0.0)
    narration.show("[bold]縁側[/bold]\n", "context")
    assert "[bold]縁側[/bold]" in said.getvalue()


def test_the_end_has_the_time_of_everything() -> None:
    narration, said = a_narration(1.0, 21.0)
    narration.end("in all")
    assert said.getvalue() == " 20.0 s  in all\n"
