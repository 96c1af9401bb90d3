"""Canvas -> import -> export: every field of the file is back, whatever it was."""

import json
from pathlib import Path
from typing import Any

import pytest

from engawa_agent.exporting import canvas as writer
from engawa_agent.importing import canvas as reader
from engawa_agent.importing.result import Node
from tests.agent.importing.makers import TARGET, a_canvas, a_group, a_text, an_edge

LAUNCH = Path(__file__).parents[2] / "data" / "launch.canvas"


def back(canvas: str, **changes: Any) -> Any:
    """The canvas after the trip; `changes` are made to the first node's data on the way."""
    imported = reader.read(canvas, TARGET)
    board, *nodes = imported.nodes
    changed = [_changed(node, changes) if place == 0 else node for place, node in enumerate(nodes)]
    return json.loads(writer.write(board, changed, imported.edges).text)


def _changed(node: Node, changes: dict[str, Any]) -> Node:
    return {**node, "data": {**node["data"], **changes}}


def test_the_launch_board_comes_back_whole() -> None:
    text = LAUNCH.read_text(encoding="utf-8")
    assert back(text) == json.loads(text)


@pytest.mark.parametrize(
    "node",
    [
        a_text(color="6", x=-1, y=-379.86366965553975),
        a_text(color="#AABBCC", plugin={"deep": [1, None]}),
        a_text(color="red"),
        a_text(color=""),
        a_text(text=""),
        a_text(text="line\r\nwith \\LaTeX $x^2$ and ```code```"),
        a_text(7),
        a_text(color=5, width="wide", styleAttributes={}),
        a_text(x=None, text=["a"]),
        a_text(type="widget"),
        a_text(type={"odd": 1}),
        {"id": "a", "type": "link", "x": 0, "y": 0, "width": 1, "height": 1, "url": "https://example.com"},
        {"id": "a", "type": "file", "x": 0, "y": 0, "width": 1, "height": 1, "file": "a.md", "subpath": "#b"},
        {"id": "a", "type": "file", "x": 0, "y": 0, "width": 1, "height": 1, "file": "https://example.com/a.png"},
        {"id": "a", "type": "link", "x": 0, "y": 0, "width": 1, "height": 1},
        a_group("a", label="", background="a.png", backgroundStyle="ratio", color="1"),
        a_group("a", label="長" * 3000),
    ],
)
def test_a_node_comes_back_as_it_was(node: dict[str, Any]) -> None:
    assert back(a_canvas(node)) == {"nodes": [node], "edges": []}


@pytest.mark.parametrize(
    "edge",
    [
        an_edge(),
        an_edge(label="leads to", color="2", fromSide="top", toSide="left", fromEnd="none", toEnd="arrow"),
        an_edge(fromEnd="arrow", toEnd="none", toSide="left"),
        an_edge(toNode="ghost", style={"path": "square"}),
        an_edge(fromNode="ghost", fromEnd="arrow", toEnd="none"),
        an_edge(label="", color=None, toNode="a"),
        an_edge(label="長" * 3000),
    ],
)
def test_an_edge_comes_back_as_it_was(edge: dict[str, Any]) -> None:
    assert back(a_canvas(a_text("a"), a_text("b"), edges=[edge]))["edges"] == [edge]


def test_fields_of_the_whole_file_come_back() -> None:
    assert back(a_canvas(metadata={"version": "1.0"}))["metadata"] == {"version": "1.0"}


def test_what_lacks_a_place_gets_one_beside_what_it_had() -> None:
    (node,) = back('{"nodes": [{"id": "a", "type": "text", "text": "Hello", "x": 5}]}')["nodes"]
    assert node.keys() == {"id", "type", "text", "x", "y", "width", "height"}
    assert node["x"] == 5


def test_a_change_made_here_wins() -> None:
    (node,) = back(a_canvas(a_text(color="red")), text="New", color="blue", x=10)["nodes"]
    assert (node["text"], node["color"], node["x"]) == ("New", "#3b82f6", 10)


def test_the_order_of_the_file_is_its_z_order() -> None:
    nodes = [a_text("z"), a_group("g"), a_text("a"), a_group("b")]
    assert [node["id"] for node in back(a_canvas(*nodes))["nodes"]] == ["z", "g", "a", "b"]


def test_a_second_trip_changes_nothing() -> None:
    text = a_canvas(a_text("a"), a_text("a", plugin=1), a_group(), edges=[an_edge(), an_edge(toNode="x")])
    once = back(text)
    assert back(json.dumps(once)) == once
