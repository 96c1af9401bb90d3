"""The selection context."""

import pytest

from engawa_text.context import selection
from engawa_text.words import EN
from tests.text.making import a_node, an_edge

NODES = [
    a_node("b", "board", deletedAt="x"),
    a_node("s", "sticky", "b", text="A"),
    a_node("t", "section", "b", name="T"),
    a_node("p", "comment_pin", "t", name="P"),
    a_node("c", "comment", "p", text="in the thread"),
    a_node("i", "image", "t", text="I\nJ"),
    a_node("gone", "sticky", "b", text="gone", deletedAt="x"),
    a_node("other", "sticky", "elsewhere", text="O"),
]


def test_everything_in_the_order_given() -> None:
    assert selection.build(NODES, [], ["p", "i", "t", "s", "i"], words=EN) == (
        '# Selected items (5 items)\n\n- [pin] "P"\n- "I / J"\n- [section] "T"\n- [sticky:yellow] "A"\n- "I / J"\n'
    )


def test_arrows_need_both_ends_and_tell_neither_colour_nor_loose_ends() -> None:
    edges = [an_edge("s", "i", color="red", targetFree=True, label="to"), an_edge("s", "gone")]
    assert selection.build(NODES, edges, ["s", "i", "gone"]).endswith(
        '\n\n## Connections（選択内の矢印）\n- "A" → [to] "I J"\n'
    )


def test_arrows_are_those_of_the_first_nodes_board() -> None:
    assert "Connections" not in selection.build(NODES, [an_edge("s", "s")], ["other", "s"])


def test_a_board_finds_itself() -> None:
    nodes = [a_node("b", "board", text="B"), *NODES[1:]]
    assert selection.build(nodes, [an_edge("b", "s")], ["b", "s"]).endswith('- "B" → "A"\n')


def test_parents_in_a_circle_have_no_board() -> None:
    nodes = [a_node("x", "sticky", "y", text="X"), a_node("y", "section", "x")]
    assert selection.build(nodes, [an_edge("x", "x")], ["x"]) == '# 選択された要素 (1 items)\n\n- [付箋:yellow] "X"\n'


@pytest.mark.parametrize("ids", [[], ["gone"], ["unknown"]])
def test_nothing_live_is_an_error(ids: list[str]) -> None:
    with pytest.raises(selection.NothingSelected):
        selection.build(NODES, [], ids)
