"""No file, however odd, ends in a traceback."""

import json
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engawa_agent.api import encode
from engawa_agent.exporting import canvas as canvas_writer
from engawa_agent.importing import canvas, markdown, nodes_json
from engawa_agent.importing.batches import batches
from engawa_agent.importing.result import Import
from engawa_agent.importing.target import Target
from engawa_agent.importing.trouble import BadFile
from tests.agent.importing.makers import TARGET

Reader = Callable[[str, Target], Import]

NUMBERS = ("x", "y", "width", "height")
TEXTS = ("id", "type", "text", "file", "url", "label", "color", "fromNode", "toNode", "fromEnd", "toEnd")
FIELDS = (*NUMBERS, *TEXTS, "parentId", "data")
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["a", "b", "text"])
anything = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8)
objects = st.dictionaries(st.sampled_from(FIELDS) | st.text(), anything)
kinds = st.sampled_from(["text", "file", "link", "group", "sticky", "board", "widget"])
things = st.lists(anything | objects | st.builds(lambda kind, rest: {**rest, "type": kind}, kinds, objects))
files = st.fixed_dictionaries({}, optional={"nodes": things | anything, "edges": things | anything, "extra": anything})


def is_sound(imported: Import) -> bool:
    """Every id once, every parent there, and all of it can be sent."""
    ids = [node["id"] for node in imported.nodes]
    known = {*ids, TARGET.parent_id}
    assert len(ids) == len(set(ids))
    assert all(node["parentId"] in known for node in imported.nodes)
    assert imported.counts.found == imported.counts.taken + imported.counts.left_out
    return all(encode(batch) for batch in batches(imported.nodes, imported.edges))


def outcome(read: Reader, text: str) -> Import | BadFile:
    try:
        return read(text, TARGET)
    except BadFile as told:
        return told


@settings(max_examples=60, deadline=None)
@given(files | anything)
def test_any_json_as_a_canvas(content: Any) -> None:
    found = outcome(canvas.read, json.dumps(content))
    if isinstance(found, BadFile):
        assert found.what
    else:
        assert is_sound(found)
        assert json.loads(canvas_writer.write(found.nodes[0], found.nodes[1:], found.edges).text)


@settings(max_examples=40, deadline=None)
@given(files | anything)
def test_any_json_as_nodes(content: Any) -> None:
    found = outcome(nodes_json.read, json.dumps(content))
    assert found.what if isinstance(found, BadFile) else is_sound(found)


@settings(max_examples=60, deadline=None)
@given(st.text())
def test_any_text(text: str) -> None:
    for read in (canvas.read, nodes_json.read, markdown.read):
        found = outcome(read, text)
        assert found.what if isinstance(found, BadFile) else is_sound(found)
