"""Sections and their paths."""

from engawa_text.context import sections
from engawa_text.context.nodes import Node
from engawa_text.context.tree import grow
from engawa_text.words import EN
from tests.text.making import a_node


def told(*nodes: Node) -> str:
    tree = grow([a_node("b", "board"), *nodes], [])
    return "".join(sections.parts(tree, sections.within(tree, tree.target("b")), EN))


def test_nested_sections_are_told_by_their_path() -> None:
    assert told(a_node("s", "section", "b", name="A"), a_node("t", "section", "s", name="B")) == (
        "\n## Section: A\n\n## Section: A > B\n- (empty)\n"
    )


def test_a_section_without_a_name_adds_nothing_to_the_path() -> None:
    assert told(a_node("s", "section", "b"), a_node("t", "section", "s", name="B")) == (
        "\n## Section: \n\n## Section: B\n- (empty)\n"
    )


def test_a_section_of_images_alone_is_told_empty() -> None:
    assert told(a_node("s", "section", "b", name="A"), a_node("i", "image", "s")) == "\n## Section: A\n- (empty)\n"


def test_what_lies_in_a_deleted_section_is_out_of_reach() -> None:
    assert told(a_node("s", "section", "b", deletedAt="x"), a_node("t", "section", "s")) == ""


def test_sections_in_a_circle_are_told_once() -> None:
    circle = [a_node("b", "section", "t", name="B"), a_node("t", "section", "b", name="T")]
    tree = grow(circle, [])
    assert [node["id"] for node in sections.within(tree, circle[0])] == ["t"]
