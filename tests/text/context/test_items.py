"""The lines of items."""

import pytest

from engawa_text.context import items
from engawa_text.context.tree import grow
from engawa_text.words import EN, JA
from tests.text.making import a_node


@pytest.mark.parametrize(
    ("color", "told"),
    [(None, "yellow"), ("", ""), (0, "0"), (False, "false"), (1.0, "1.0"), ("pink", "pink")],
)
def test_only_null_takes_the_default_colour(color: object, told: str) -> None:
    assert items.line(a_node("s", "sticky", color=color), EN) == f'[sticky:{told}] ""'


def test_each_kind_has_its_label() -> None:
    kinds = [
        a_node("s", "sticky"),
        a_node("t", "text_card"),
        a_node("u", "shape"),
        a_node("v", "shape", kind="ellipse"),
    ]
    assert [items.line(node, JA) for node in kinds] == [
        '[付箋:yellow] ""',
        '[テキスト] ""',
        '[図形:rect] ""',
        '[図形:ellipse] ""',
    ]


def test_newlines_become_slashes_and_quotes_stay() -> None:
    assert items.line(a_node("t", "text_card", text='a\r\n"b"'), EN) == '[text] "a\r / "b""'


@pytest.mark.parametrize("text", [None, 4, True, ["x"], {"y": 1}])
def test_a_text_that_is_no_string_is_empty(text: object) -> None:
    assert items.line(a_node("t", "text_card", text=text), EN) == '[text] ""'


def test_live_comments_are_counted_and_told() -> None:
    item = a_node("t", "text_card", text="x")
    thread = [
        a_node("c", "comment", "t", text="a", author="Aoki"),
        a_node("d", "comment", "t", text="b", author={"id": 1.0}),
        a_node("e", "comment", "t", text="c", deletedAt="x"),
        a_node("f", "sticky", "t", text="no comment"),
    ]
    assert items.with_comments(grow(thread, []), item, JA) == '[テキスト] "x" (コメント2件: Aoki: a; {id=1.0}: b)'
