"""Arrows and how they call their ends."""

import pytest

from engawa_text.context import arrows
from engawa_text.context.nodes import Node
from engawa_text.words import EN
from tests.text.making import a_node, an_edge

SEEN: dict[str | None, Node] = {"a": a_node("a", "sticky", text="A"), "i": a_node("i", "image", text="words")}


def told(edge: Node) -> str:
    return "".join(arrows.parts([edge], SEEN, EN)).split("\n")[-2]


def test_no_arrows_have_no_heading() -> None:
    assert list(arrows.parts([], SEEN, EN)) == []


def test_an_image_is_called_image_whatever_its_text() -> None:
    assert told(an_edge("a", "i")) == '- "A" → "(image)"'


@pytest.mark.parametrize("free", [False, 0, "", {}, [], True])
def test_anything_but_null_leaves_an_end_loose(free: object) -> None:
    assert told(an_edge("a", "a", sourceFree=free, targetFree=None)) == '- "(unattached end)" → "A"'


@pytest.mark.parametrize("color", ["gray", "", " ", None, 3])
def test_gray_and_no_colour_are_not_told(color: object) -> None:
    assert told(an_edge("a", "a", color=color)) == '- "A" → "A"'


@pytest.mark.parametrize("color", ["red", " red ", "Gray"])
def test_colours_are_not_trimmed(color: str) -> None:
    assert told(an_edge("a", "a", color=color)) == f'- "A" → "A" ({color} arrow)'


def test_a_blank_label_is_left_out() -> None:
    assert told(an_edge("a", "x", label=" \u3000")) == '- "A" → "?"'
    assert told(an_edge("a", "x", label="\x85")) == '- "A" → [\x85] "?"'


def test_a_name_is_30_units_of_the_text() -> None:
    assert arrows.called(a_node("a", "sticky", text="x" * 29 + "🚀")) == "x" * 29 + "\ud83d"
    assert arrows.called(a_node("a", "sticky", text="a\nb")) == "a b"


def test_blank_beginnings_give_way_to_the_whole_name() -> None:
    assert arrows.called(a_node("a", "sticky", text="\n" * 30 + "hidden", name="n" * 40)) == "n" * 40
