"""Inline content of Markdown."""

from engawa_text.blocks import from_markdown
from engawa_text.inlines import Inline


def inline(markdown: str) -> list[Inline]:
    (block,) = from_markdown(markdown, str)
    return list(block["content"])


def a_text(text: str, **styles: bool) -> Inline:
    return {"type": "text", "text": text, "styles": styles}


def test_styles_nest() -> None:
    assert inline("a **b *c*** ~~d~~ `e`") == [
        a_text("a "),
        a_text("b ", bold=True),
        a_text("c", bold=True, italic=True),
        a_text(" "),
        a_text("d", strike=True),
        a_text(" "),
        a_text("e", code=True),
    ]


def test_links_hold_styled_text_and_leave_their_title_behind_them() -> None:
    assert inline('[**x** y](http://h "T")') == [
        {"type": "link", "href": "http://h", "content": [a_text("x", bold=True), a_text(" y")]},
        a_text(" (T)"),
    ]


def test_line_breaks_of_both_kinds_are_newlines() -> None:
    assert inline("a\nb  \nc") == [a_text("a\nb\nc")]


def test_html_and_images_between_words_stay_as_text() -> None:
    assert inline('a <b>c</b> ![d](e "f")') == [a_text('a <b>c</b> ![d](e "f")')]
