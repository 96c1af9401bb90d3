"""The project context."""

import pytest

from engawa_text.context import project
from engawa_text.context.tree import TargetMissing
from engawa_text.words import EN
from tests.text.making import a_block, a_node

PROJECT = a_node("p", "project", name="P")


def test_a_whole_project_in_english() -> None:
    nodes = [
        PROJECT,
        a_node("d", "decision", "p", text="go"),
        a_node("a", "ai_summary", "p", text="never"),
        a_node("w", "document", "p", name="D", content=[a_block("paragraph", "text")]),
        a_node("g", "group", "p"),
        a_node("b", "board", "g", name="B"),
        a_node("r", "chat_room", "b", name="R"),
        a_node("m", "message", "r", text="hi"),
    ]
    assert project.build(nodes, [], "p", words=EN) == (
        '# Project: P\n\n## Decisions and tasks (what the project agreed on)\n- [decided] "go"\n'
        "\n# Board: B (0 items)\n\n## Items\n\n"
        "\n# Document: D\n\ntext\n\n"
        "\n## Chat: R\nuser: hi\n"
    )


def test_an_empty_project_is_its_title() -> None:
    assert project.build([PROJECT], [], "p") == "# Project: P\n"


def test_silent_rooms_are_not_named_but_share_the_units() -> None:
    rooms = [a_node(f"r{number}", "chat_room", "p", name=f"R{number}") for number in range(3)]
    told = project.build([PROJECT, *rooms, a_node("m", "message", "r1", text="x" * 999)], [], "p")
    assert told == "# Project: P\n\n## Chat: R1\nuser: " + "x" * 494 + "\n…(truncated)"


def test_each_board_gets_at_least_a_thousand_units() -> None:
    boards = [a_node(f"b{number}", "board", "p", name="N" * 1200) for number in range(7)]
    told = project.build([PROJECT, *boards], [], "p")
    assert told.count("N" * 991 + "\n…(truncated)\n") == 7


def test_nested_boards_are_listed_and_sub_projects_are_not() -> None:
    nodes = [a_node("b", "board", "p", name="outer"), a_node("c", "board", "b", name="inner")]
    hidden = [a_node("q", "project", "p"), a_node("e", "board", "q", name="hidden")]
    told = project.build([PROJECT, *nodes, *hidden], [], "p")
    assert told.count("# Board: ") == 2
    assert "hidden" not in told


def test_an_unknown_project_is_missing() -> None:
    with pytest.raises(TargetMissing):
        project.build([PROJECT], [], "x")
