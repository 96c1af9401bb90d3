"""The board context."""

import pytest

from engawa_text.context import board
from engawa_text.context.tree import TargetMissing
from engawa_text.words import EN
from tests.text.making import a_node, an_edge


def test_a_whole_board_in_english() -> None:
    nodes = [
        a_node("b", "board", name="Launch"),
        a_node("s", "sticky", "b", text="Price", color="pink"),
        a_node("c", "comment", "s", text="too\nhigh", author="Aoki"),
        a_node("t", "section", "b", name="Later"),
        a_node("p", "comment_pin", "t", name="Check"),
    ]
    assert board.build(nodes, [an_edge("s", "t", label="then", color="red")], "b", words=EN) == (
        '# Board: Launch (1 items)\n\n## Items\n- [sticky:pink] "Price" (1 comments: Aoki: too high)\n'
        "\n## Section: Later\n- (empty)\n"
        '\n## Comments (pins)\n- [pin] "Check"\n'
        '\n## Connections (arrows between items, source → target)\n- "Price" → [then] "Later" (red arrow)\n'
    )


def test_a_whole_board_in_japanese() -> None:
    nodes = [
        a_node("b", "board", name="発売"),
        a_node("s", "text_card", "b", text="価格"),
        a_node("d", "drawing", "b"),
        a_node("p", "comment_pin", "b", name="確認"),
        a_node("c", "comment", "p", text="はい"),
    ]
    assert board.build(nodes, [an_edge("s", "d", color="red")], "b") == (
        '# Board: 発売 (1 items)\n\n## Items\n- [テキスト] "価格"\n'
        '\n## コメント（ピン）\n- [コメントピン] "確認" (?: はい)\n'
        '\n## Connections（矢印: 要素間の関係。source → target の向き）\n- "価格" → "(手描き)"（redの矢印）\n'
    )


def test_an_empty_board_has_its_two_headings() -> None:
    assert board.build([a_node("b", "board")], [], "b") == "# Board:  (0 items)\n\n## Items\n"


def test_a_deleted_board_is_still_built_and_its_deleted_children_are_not() -> None:
    nodes = [a_node("b", "board", deletedAt="x"), a_node("s", "sticky", "b", text="gone", deletedAt="x")]
    assert board.build(nodes, [], "b") == "# Board:  (0 items)\n\n## Items\n"


def test_an_unknown_board_is_missing() -> None:
    with pytest.raises(TargetMissing):
        board.build([a_node("b", "board")], [], "other")


def test_a_pin_under_a_sticky_is_not_listed() -> None:
    nodes = [a_node("b", "board"), a_node("s", "sticky", "b"), a_node("p", "comment_pin", "s", name="hidden")]
    assert "hidden" not in board.build(nodes, [], "b")


def test_children_of_a_group_are_no_items_and_have_no_name_for_arrows() -> None:
    nodes = [a_node("b", "board"), a_node("g", "group", "b", name="G"), a_node("s", "sticky", "g", text="in")]
    told = board.build(nodes, [an_edge("g", "s")], "b")
    assert told.startswith("# Board:  (0 items)")
    assert told.endswith('- "G" → "?"\n')


def test_the_limit_cuts_once_at_the_end() -> None:
    assert board.build([a_node("b", "board", name="🚀")], [], "b", max_chars=10) == "# Board: \ud83d\n…(truncated)"
