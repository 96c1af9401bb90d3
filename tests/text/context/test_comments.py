"""Comments and pins."""

from engawa_text.context import comments
from engawa_text.context.tree import grow
from engawa_text.words import EN, JA
from tests.text.making import a_node


def test_an_author_of_any_type_is_printed_and_only_null_is_unknown() -> None:
    authors = [None, "", True, 1e7, ["a", None]]
    thread = [a_node("c", "comment", text="t", author=author) for author in authors]
    assert comments.joined(thread, EN) == "?: t; : t; true: t; 1.0E7: t; [a, null]: t"


def test_a_pin_keeps_the_newlines_of_its_name_and_flattens_its_thread() -> None:
    pin = a_node("p", "comment_pin", name="look\nhere")
    tree = grow([a_node("c", "comment", "p", text="a\nb", author="Mori")], [])
    assert comments.pin(tree, pin, EN) == '[pin] "look\nhere" (Mori: a b)'


def test_a_pin_without_a_thread_has_no_brackets() -> None:
    assert comments.pin(grow([], []), a_node("p", "comment_pin", name="x"), JA) == '[コメントピン] "x"'
