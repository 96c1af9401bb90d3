from engawa_agent.importing import canvas, summary
from tests.agent.importing.makers import BOARD, TARGET, a_canvas, a_group, a_text, an_edge


def test_a_person_reads_what_became_of_everything() -> None:
    text = a_canvas(a_group(), a_text("a"), a_text("b"), None, edges=[an_edge(toSide="left")])
    assert list(summary.lines(canvas.read(text, TARGET), "plan.canvas", "new")) == [
        'plan.canvas -> board "plan" (new)',
        "  in the file 5, taken 4, left out 1: 2 sticky, 1 section, 1 edge",
        "  kept aside for an export: toSide 1",
        "  /nodes/3 is not an object: left out",
    ]


def test_ten_places_are_shown_and_the_others_counted() -> None:
    imported = canvas.read(a_canvas(*[a_text(f"n{n}", plugin=n) for n in range(13)]), TARGET)
    lines = list(summary.lines(imported, "plan.canvas", "new"))
    assert lines[-1] == "  and 3 more (--json lists all)"
    assert len(lines) == 14
    assert len(summary.fields(imported, "new")["notes"]) == 13


def test_a_files_words_do_not_steer_the_terminal() -> None:
    imported = canvas.read(a_canvas(a_text(**{"\x1b[2J": 1})), TARGET)
    assert "\x1b" not in "".join(summary.lines(imported, "a\x1b[2J.canvas", "new"))


def test_the_next_command_is_ready_to_use() -> None:
    imported = canvas.read("{}", TARGET)
    assert list(summary.next_lines(imported)) == [
        f"board {BOARD}",
        f"Next: engawa ask summarize_board --target {BOARD}",
    ]
