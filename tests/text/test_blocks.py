"""Markdown to blocks."""

from typing import Any

import pytest

from engawa_text.blocks import from_markdown


def outline(blocks: list[dict[str, Any]]) -> list[Any]:
    """Type, text and children of each block."""
    return [
        (block["type"], "".join(part.get("text", "") for part in block["content"]), outline(block["children"]))
        for block in blocks
    ]


def read(markdown: str) -> list[Any]:
    return outline(from_markdown(markdown, str))


def test_a_block_has_all_five_fields() -> None:
    assert from_markdown("# A", lambda place: f"id-{place}") == [
        {
            "id": "id-0",
            "type": "heading",
            "props": {"level": 1},
            "content": [{"type": "text", "text": "A", "styles": {}}],
            "children": [],
        }
    ]


def test_ids_are_made_of_places() -> None:
    blocks = from_markdown("a\n\n- b\n  - c\n  - d", str)
    assert [blocks[0]["id"], blocks[1]["id"]] == ["0", "1"]
    assert [child["id"] for child in blocks[1]["children"]] == ["1.0", "1.1"]


def test_lists_nest_as_children() -> None:
    assert read("- a\n  1. b\n\n     c\n- d") == [
        ("bulletListItem", "a", [("numberedListItem", "b", [("paragraph", "c", [])])]),
        ("bulletListItem", "d", []),
    ]


def test_a_box_makes_a_check_list_item() -> None:
    blocks = from_markdown("- [ ] a\n- [x] b\n- [ ]\n- [y] c", str)
    assert outline(blocks)[:2] == [("checkListItem", "a", []), ("checkListItem", "b", [])]
    assert [block["props"] for block in blocks] == [{"checked": False}, {"checked": True}, {"checked": False}, {}]


def test_a_numbered_list_may_start_elsewhere() -> None:
    assert [block["props"] for block in from_markdown("3. a\n4. b", str)] == [{"start": 3}, {}]


def test_the_first_paragraph_of_a_quote_is_its_content() -> None:
    assert read("> a\n>\n> b\n> - c") == [("quote", "a", [("paragraph", "b", []), ("bulletListItem", "c", [])])]


def test_code_keeps_its_lines_and_language() -> None:
    fenced, indented = from_markdown("```py\na\n\n  b\n```\n\n    c", str)
    assert (fenced["props"], fenced["content"][0]["text"]) == ({"language": "py"}, "a\n\n  b")
    assert (indented["props"], indented["content"][0]["text"]) == ({"language": "text"}, "c")


def test_an_image_alone_is_a_block() -> None:
    image, rule = from_markdown('![alt](u.png "cap")\n\n---', str)
    assert image["props"] == {"url": "u.png", "name": "alt", "caption": "cap"}
    assert (image["type"], rule["type"], rule["content"]) == ("image", "divider", [])


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("<div>\nraw\n</div>", "<div>\nraw\n</div>"),
        ("<!-- note -->", "<!-- note -->"),
        ("[unused]: http://h 'T'", "[unused]: http://h 'T'"),
        ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
    ],
)
def test_what_blocks_cannot_hold_stays_as_text(markdown: str, text: str) -> None:
    assert read(markdown) == [("paragraph", text, [])]


def test_a_definition_that_is_used_is_no_text() -> None:
    assert len(from_markdown("see [u]\n\n[u]: http://u", str)) == 1


@pytest.mark.parametrize("deep", ["> " * 300 + "end", "".join(f"{'  ' * depth}- x\n" for depth in range(300)) + "end"])
def test_what_lies_too_deep_stays_as_text(deep: str) -> None:
    assert "end" in str(from_markdown(deep, str))


def test_nothing_has_no_blocks() -> None:
    assert from_markdown("", str) == from_markdown(" \n\n", str) == []
