"""What holds for any input at all."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engawa_text import prompt, replies, units
from engawa_text.blocks import from_markdown, to_markdown
from engawa_text.context import board, chat, document, organize, project, selection
from engawa_text.words import EN, JA
from tests.text.making import a_node, nested

Nodes = list[dict[str, Any]]

IDS = st.sampled_from(["a", "b", "c", "d", "e", "missing"])
TREE_KINDS = ["project", "board", "section", "group", "document", "chat_room", "sticky", "shape", "image"]
LEAF_KINDS = ["comment", "comment_pin", "message", "decision", "task", "ai_summary"]
KINDS = st.sampled_from([*TREE_KINDS, *LEAF_KINDS, "", 3, None])
TEXTS = st.text(st.characters(codec=None), max_size=20)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4))
FIELDS = ["text", "color", "kind", "author", "content", "done", "dueDate", "assignee", "sourceFree"]
DATA = st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, JSON))
NODES = st.fixed_dictionaries(
    {"id": IDS | JSON, "parentId": IDS | JSON, "type": KINDS, "name": TEXTS | SCALARS, "data": DATA | JSON},
    optional={"createdAt": SCALARS, "deletedAt": SCALARS},
)
EDGES = st.fixed_dictionaries(
    {"boardId": IDS, "sourceNodeId": IDS | JSON, "targetNodeId": IDS, "label": TEXTS | SCALARS, "data": DATA | JSON}
)
BUILDERS: list[Callable[..., Any]] = [board.build, organize.build, document.build, chat.build, project.build]
LIMIT = 40
# No deadline: how long an example takes says nothing on a machine that others use too.
ANY = settings(max_examples=50, deadline=None)


def told(builder: Callable[..., Any], nodes: Nodes, edges: Nodes, **options: Any) -> str:
    try:
        built = builder(nodes, edges, "a", max_chars=LIMIT, **options)
    except LookupError:
        return ""
    return str(built[0] if isinstance(built, tuple) else built)


def selected(nodes: Nodes, edges: Nodes, first: str, **options: Any) -> str:
    return selection.build(nodes, edges, [first, "b", "c"], **options)


@ANY
@given(st.lists(NODES, max_size=12), st.lists(EDGES, max_size=4), st.sampled_from([JA, EN]))
def test_any_tree_is_told_within_the_limit_and_the_same_twice(nodes: Nodes, edges: Nodes, words: object) -> None:
    for builder in [*BUILDERS, selected]:
        text = told(builder, nodes, edges, words=words)
        assert units.length(text) <= LIMIT + units.length(units.MARKER)
        assert text == told(builder, nodes, edges, words=words)
        units.whole(text).encode()


@pytest.mark.parametrize("builder", [*BUILDERS, selected])
def test_a_thousand_levels_are_no_matter(builder: Callable[..., Any]) -> None:
    deep = [a_node("a", "section", "999", content=nested(1000))]
    deep += [
        a_node(str(level), "section", str(level - 1) if level else "a", content=nested(1)) for level in range(1000)
    ]
    assert told(builder, deep, []) == told(builder, deep, [])


@ANY
@given(st.text(st.characters(codec=None)) | st.text('[]{}",:\\ue0`-1. \n\ud83d'))
def test_any_reply_is_read(raw: str) -> None:
    assert isinstance(replies.parse(raw), (list, dict, type(None)))
    assert all(line and "\n" not in line for line in replies.lines(raw))


@ANY
@given(JSON, JSON, JSON)
def test_any_job_has_a_prompt(instruction: object, context: object, asked: object) -> None:
    text = prompt.build(instruction, context, asked)
    assert "\n\n---\n" in text
    assert units.length(prompt.shrink(text, 10, 10)) <= 39


@ANY
@given(st.text("ab *_`~[]()!<>#-+.1|:\\&\n ", max_size=60) | TEXTS)
def test_any_markdown_keeps_its_letters(markdown: str) -> None:
    blocks = from_markdown(markdown, str)
    written = to_markdown(blocks)
    assert [letter for letter in written if letter in "ab"] == [letter for letter in markdown if letter in "ab"]


@ANY
@given(st.lists(JSON | st.fixed_dictionaries({"type": TEXTS, "content": JSON, "children": JSON, "props": DATA})))
def test_any_blocks_can_be_written(blocks: list[object]) -> None:
    assert isinstance(to_markdown(blocks), str)
