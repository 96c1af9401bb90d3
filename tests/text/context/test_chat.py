"""The chat context."""

import pytest

from engawa_text.context import chat
from tests.text.making import a_node


def a_message(text: object, at: str = "08:00:00Z", **fields: object) -> dict[str, object]:
    return a_node(f"m{text}", "message", "r", text=text, createdAt=f"2026-11-29T{at}", **fields)


def test_messages_come_oldest_first_as_instants() -> None:
    nodes = [a_message("b", "08:00:00.000001Z"), a_message("c", "17:00:01+09:00"), a_message("a", "08:00:00Z")]
    assert chat.build(nodes, [], "r") == "user: a\nuser: b\nuser: c\n"


def test_only_a_string_is_an_author() -> None:
    authors: list[object] = ["Aoki", "", None, 3, ["x"]]
    nodes = [a_message(number, author=author) for number, author in enumerate(authors)]
    assert chat.build(nodes, [], "r") == "Aoki: \n: \nuser: \nuser: \nuser: \n"


@pytest.mark.parametrize(("most", "told"), [(2, "user: y\nuser: z\n"), (1, "user: z\n"), (0, ""), (-1, "")])
def test_the_last_messages_are_told(most: int, told: str) -> None:
    nodes = [a_message(text) for text in "xyz"]
    assert chat.build(nodes, [], "r", max_messages=most) == told


def test_newlines_become_spaces() -> None:
    assert chat.build([a_message("a\r\nb")], [], "r") == "user: a\r b\n"


def test_an_unknown_room_is_silent() -> None:
    assert chat.build([a_message("x")], [], "other") == ""


def test_the_first_units_are_kept() -> None:
    assert chat.build([a_message("abc")], [], "r", max_chars=7) == "user: a\n…(truncated)"
