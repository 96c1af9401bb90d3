"""Boards that were made here, without any file behind them."""

import json
from typing import Any

from engawa_agent.exporting import canvas
from engawa_agent.exporting.result import Export
from tests.agent.importing.makers import a_board, a_node, an_arrow


def write(*nodes: Any, edges: Any = ()) -> Export:
    return canvas.write(a_board(), nodes, edges)


def written(*nodes: Any, edges: Any = ()) -> Any:
    return json.loads(write(*nodes, edges=edges).text)


def test_a_sticky_is_a_text() -> None:
    place = {"x": 10.4, "y": -3.6, "width": 100, "height": 50}
    (node,) = written(a_node(data={"text": "Hello", "color": "green", **place}))["nodes"]
    place = {"x": 10, "y": -4, "width": 100, "height": 50}
    assert node == {"id": "a", "type": "text", "text": "Hello", "color": "4", **place}


def test_an_image_is_a_file_or_a_link() -> None:
    path, address = a_node("a", "image", data={"url": "a.png"}), a_node("b", "image", data={"url": "https://e.com/a"})
    one, two = written(path, address)["nodes"]
    assert (one["type"], one["file"], two["type"], two["url"]) == ("file", "a.png", "link", "https://e.com/a")


def test_an_arrow_is_an_edge() -> None:
    edge = an_arrow(label="leads to", data={"color": "red"})
    assert written(a_node("a"), a_node("b"), edges=[edge])["edges"] == [
        {"id": "e", "fromNode": "a", "toNode": "b", "label": "leads to", "color": "1"}
    ]


def test_sections_come_first_and_hold_what_is_in_them() -> None:
    section = a_node("s", "section", name="Ideas", data={})
    *groups, one, two = written(a_node("a", parentId="s"), a_node("b", parentId="s"), section)["nodes"]
    (group,) = groups
    assert (group["type"], group["label"]) == ("group", "Ideas")
    for node in (one, two):
        assert group["x"] < node["x"]
        assert node["x"] + node["width"] < group["x"] + group["width"]
        assert group["y"] < node["y"]
        assert node["y"] + node["height"] < group["y"] + group["height"]


def test_what_has_no_form_is_left_out_and_counted() -> None:
    export = write(a_node("a", "comment", parentId="b"), a_node("b"), a_node("c", "drawing"), edges=[an_arrow()])
    assert [node["id"] for node in json.loads(export.text)["nodes"]] == ["b"]
    assert export.left_out == {"comment": 1, "drawing": 1, "arrow with a free end": 1}


def test_what_has_a_text_becomes_one_and_is_counted() -> None:
    export = write(a_node("a", "shape"), a_node("b", "decision"))
    assert [node["type"] for node in json.loads(export.text)["nodes"]] == ["text", "text"]
    assert export.changed == {"shape as text": 1, "decision as text": 1}


def test_a_copy_of_an_imported_node_gets_an_id_of_its_own() -> None:
    data = {"text": "Hello", "canvas": {"id": "file-id", "type": "text"}}
    assert [node["id"] for node in written(a_node("a", data=data), a_node("b", data=data))["nodes"]] == [
        "file-id",
        "b",
    ]


def test_what_another_app_keeps_under_our_key_does_no_harm() -> None:
    (node,) = written(a_node(data={"text": "Hello", "canvas": "theirs", "x": "?", "color": 5}))["nodes"]
    assert (node["id"], node["text"], node["x"]) == ("a", "Hello", 0)
