from typing import Any

import pytest

from engawa_agent.exporting import document
from engawa_agent.importing import markdown
from tests.agent.importing.makers import TARGET, a_node

UGLY = "---\r\ntags: [a]\r\n---\r\n# План\r\n\r\n> [!note] callout\r\n\r\n$$\\frac{a\\_1}{b}$$\r\n* one\r\n"


def imported(text: str) -> dict[str, Any]:
    (node,) = markdown.read(text, TARGET).nodes
    return node


@pytest.mark.parametrize("text", [UGLY, "", "---\n---\n", "# a\n```py\nx = 1\n```", "<div>\n\n[x]: y"])
def test_an_untouched_document_comes_back_to_the_letter(text: str) -> None:
    assert document.write(imported(text)).text == text


def test_new_ids_are_no_change() -> None:
    node = imported(UGLY)
    node["data"]["content"][0]["id"] = "new"
    assert document.write(node).text == UGLY


def test_a_changed_document_keeps_its_front_matter() -> None:
    node = imported("---\ntags: [a]\n---\n# Plan\n\nOld\n")
    del node["data"]["content"][1]
    assert document.write(node).text == "---\ntags: [a]\n---\n# Plan\n"


@pytest.mark.parametrize("data", [{}, {"content": None}, {"content": "text"}, {"markdown": 5}])
def test_a_document_without_blocks_is_empty(data: dict[str, Any]) -> None:
    assert document.write(a_node(data=data)).text == ""
