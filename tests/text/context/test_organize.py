"""The organize context."""

import pytest

from engawa_text.context import organize
from engawa_text.context.tree import TargetMissing
from engawa_text.words import EN
from tests.text.making import a_node

BOARD = [
    a_node("b", "board", name="Ideas"),
    a_node("s", "sticky", "b", text="one"),
    a_node("c", "comment", "s", text="unseen"),
    a_node("i", "image", "b"),
    a_node("t", "section", "b", name="Kept"),
    a_node("u", "shape", "t", text="in"),
    a_node("d", "comment", "u", text="seen", author="Mori"),
    a_node("v", "text_card", "b", text="two"),
]


def test_loose_items_are_numbered_and_only_those_in_sections_show_comments() -> None:
    text, legend = organize.build(BOARD, [], "b", words=EN)
    assert text == (
        '# Board: Ideas\n\n## Unsorted items\n- (1) [sticky:yellow] "one"\n- (2) [text] "two"\n'
        '\n## Section: Kept\n- [shape:rect] "in" (1 comments: Mori: seen)\n'
    )
    assert legend == ["s", "v"]


def test_the_legend_is_complete_where_the_text_is_cut() -> None:
    assert organize.build(BOARD, [], "b", max_chars=0) == ("\n…(truncated)", ["s", "v"])


def test_an_empty_board_says_so_in_japanese() -> None:
    assert organize.build(BOARD[:1], [], "b") == ("# Board: Ideas\n\n## 未分類の要素\n", [])


def test_an_unknown_board_is_missing() -> None:
    with pytest.raises(TargetMissing):
        organize.build(BOARD, [], "x")
