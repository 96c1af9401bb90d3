"""Inline content to Markdown."""

import pytest

from engawa_text import spans
from engawa_text.blocks import from_markdown
from tests.text.test_inlines import a_text


@pytest.mark.parametrize(
    ("content", "markdown"),
    [
        ([a_text("a "), a_text("b", bold=True)], "a **b**"),
        ([a_text("a ", bold=True), a_text("b", bold=True, italic=True)], "**a *b***"),
        ([a_text(" a ", bold=True), a_text("b")], " **a** b"),
        ([a_text(" ", bold=True), a_text("b", strike=True)], " ~~b~~"),
        ([a_text("a`b", code=True)], "``a`b``"),
        ([{"type": "link", "href": "http://h", "content": [a_text("x", bold=True)]}], "[**x**](http://h)"),
        ([{"type": "link", "href": "a b"}], "[](<a b>)"),
        ("plain", "plain"),
        (None, ""),
        ([None, 3, {"type": "mention"}, "raw"], "raw"),
    ],
)
def test_styles_become_marks(content: object, markdown: str) -> None:
    assert spans.to_markdown(content) == markdown


@pytest.mark.parametrize("text", ["*a*", "[b](c)", "<d>", "`e`", "_f_", "~~g~~", "&amp;", "\\h", "![i](j)"])
def test_text_that_looks_like_markup_is_escaped(text: str) -> None:
    assert from_markdown(spans.escaped(text), str)[0]["content"] == [a_text(text)]


def test_ordinary_text_is_not_escaped() -> None:
    assert spans.escaped("snake_case ~5 a < b & c!") == "snake_case ~5 a < b & c!"


def test_plain_text_holds_that_of_links() -> None:
    assert spans.plain([a_text("a", bold=True), {"type": "link", "content": [a_text("b")]}]) == "ab"
