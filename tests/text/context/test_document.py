"""The document context."""

import pytest

from engawa_text.context import document
from engawa_text.context.tree import TargetMissing
from engawa_text.words import EN
from tests.text.making import a_block, a_node


def told(*blocks: object) -> str:
    return document.build([a_node("d", "document", name="N", content=list(blocks))], [], "d")


def test_blocks_become_lines() -> None:
    child = a_block("numberedListItem", "one", a_block("heading", "H", level=2))
    assert told(a_block("paragraph", "p"), a_block("bulletListItem", "a", child)) == (
        "# Document: N\n\np\n- a\n  1. one\n## H\n"
    )


@pytest.mark.parametrize("content", [None, [], "text", 0, {"type": "paragraph"}])
def test_no_list_of_blocks_is_no_content(content: object) -> None:
    nodes = [a_node("d", "document", name="N", content=content)]
    assert document.build(nodes, [], "d") == "# Document: N\n\n(本文なし)\n"
    assert document.build(nodes, [], "d", words=EN) == "# Document: N\n\n(no content)\n"


def test_blank_blocks_alone_leave_title_and_empty_line() -> None:
    assert told(a_block("paragraph", " "), None, 3, [a_block("paragraph", "x")]) == "# Document: N\n\n"


@pytest.mark.parametrize(
    ("level", "marks"),
    [(0, 1), (2.9, 2), (7, 6), ("2", 1), (True, 1), (None, 1), (2**32 + 3, 3), (1e10, 6)],
)
def test_levels_are_clamped_and_only_numbers_count(level: object, marks: int) -> None:
    assert told(a_block("heading", "H", level=level)).endswith(f"\n\n{'#' * marks} H\n")


def test_children_are_indented_even_under_a_silent_parent() -> None:
    assert told(a_block("image", "", a_block("paragraph", "a\nb"))) == "# Document: N\n\n  a\nb\n"


def test_the_words_of_a_link_are_lost() -> None:
    link = {"type": "link", "href": "h", "content": [{"type": "text", "text": "gone"}]}
    block = {"type": "paragraph", "content": ["raw", link, None, {"text": 7}, {"text": "kept"}]}
    assert told(block) == "# Document: N\n\nkept\n"


def test_an_unknown_document_is_missing() -> None:
    with pytest.raises(TargetMissing):
        document.build([], [], "d")
