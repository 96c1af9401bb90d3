import json
from typing import Any
from uuid import UUID, uuid5

import pytest

from engawa_agent.importing import canvas
from engawa_agent.importing.result import Import
from engawa_agent.importing.trouble import BadFile
from tests.agent.importing.makers import BOARD, TARGET, WORKSPACE, a_canvas, a_group, a_text, an_edge


def read(*nodes: Any, edges: Any = (), **top: Any) -> Import:
    return canvas.read(a_canvas(*nodes, edges=edges, **top), TARGET)


def only(node: Any) -> dict[str, Any]:
    (_, found) = read(node).nodes
    return found


def places(imported: Import) -> list[str]:
    return [note.place for note in imported.notes]


@pytest.mark.parametrize("text", ["", "{}", "\r\n", '{"nodes": [], "edges": null}'])
def test_nothing_is_an_empty_board(text: str) -> None:
    imported = canvas.read(text, TARGET)
    (board,) = imported.nodes
    assert (board["id"], board["type"], board["name"], board["parentId"]) == (BOARD, "board", "plan", WORKSPACE)
    assert imported.counts.found == 0


def test_a_text_is_a_sticky() -> None:
    node = only(a_text("a", color="4"))
    assert (node["type"], node["parentId"]) == ("sticky", BOARD)
    assert node["id"] == str(uuid5(UUID(BOARD), "a"))
    place = {"x": 0, "y": 0, "width": 100, "height": 50}
    assert node["data"] == {"text": "Hello", "color": "green", **place, "canvas": {"id": "a", "type": "text"}}


def test_a_long_text_is_a_card() -> None:
    assert only(a_text(text="# Plan\n\nAll of it"))["type"] == "text_card"


def test_a_link_keeps_its_address() -> None:
    node = only({**a_text(), "type": "link", "url": "https://example.com/a"})
    assert (node["type"], node["name"], node["data"]["url"]) == ("link", *["https://example.com/a"] * 2)


@pytest.mark.parametrize(("path", "kind"), [("Bilder/Lampe 1.PNG", "image"), ("notes/план {2}.md", "link")])
def test_a_file_is_an_image_or_a_link(path: str, kind: str) -> None:
    node = only({**a_text(), "type": "file", "file": path})
    assert (node["type"], node["data"]["url"], node["name"]) == (kind, path, path.split("/")[1])


@pytest.mark.parametrize("color", ["#FF8800", "teal"])
def test_a_colour_that_is_no_preset_stays(color: str) -> None:
    assert only(a_text(color=color))["data"]["color"] == color


def test_items_stand_in_their_sections() -> None:
    outer, inner = a_group("g"), a_group("h", x=0, y=0, width=100, height=100, label="")
    _, one, two, item, outside = read(outer, inner, a_text("a"), a_text("b", x=900)).nodes
    assert (one["type"], one["name"], one["parentId"]) == ("section", "Ideas", BOARD)
    assert two["parentId"] == one["id"]
    assert item["parentId"] == two["id"]
    assert outside["parentId"] == BOARD


def test_floats_and_negative_numbers_are_places() -> None:
    data = only(a_text(x=-379.86366965553975, y=-0.5))["data"]
    assert (data["x"], data["y"]) == (-379.86366965553975, -0.5)


def test_an_unknown_type_is_a_card_and_kept() -> None:
    imported = read({**a_text(), "type": "widget", "plugin": {"a": [1]}})
    node = imported.nodes[1]
    assert (node["type"], node["data"]["text"]) == ("text_card", "Hello")
    assert node["data"]["canvas"] == {"id": "a", "type": "widget", "plugin": {"a": [1]}}
    assert places(imported) == ["/nodes/0/type", "/nodes/0/plugin"]
    assert imported.counts.kept_aside == {"plugin": 1}


def test_what_the_format_knows_is_kept_without_a_note() -> None:
    imported = read(a_group(background="a.png", backgroundStyle="cover"))
    assert imported.notes == []
    assert imported.counts.kept_aside == {"background": 1, "backgroundStyle": 1}


def test_top_level_fields_are_kept_on_the_board() -> None:
    imported = read(metadata={"version": "1.0"})
    assert imported.nodes[0]["data"] == {"canvas": {"metadata": {"version": "1.0"}}}
    assert places(imported) == ["/metadata"]


def test_the_second_of_two_equal_ids_gets_its_own() -> None:
    imported = read(a_text("a"), a_text("a"), a_text("a"))
    assert len({node["id"] for node in imported.nodes}) == 4
    assert imported.nodes[1]["id"] == TARGET.id_of("a")
    assert places(imported) == ["/nodes/1/id", "/nodes/2/id"]


@pytest.mark.parametrize("own", [None, "", [], {}, True])
def test_what_is_no_id_is_replaced_by_one_of_the_place(own: object) -> None:
    imported = read(a_text(own))
    assert imported.nodes[1]["id"] == TARGET.id_of("", "/nodes/0")
    assert imported.nodes[1]["data"]["canvas"]["id"] == own
    assert "/nodes/0" in places(imported)


@pytest.mark.parametrize("name", ["id", "type", "x", "y", "width", "height", "text", "color", "label", "url"])
@pytest.mark.parametrize("value", [None, True, [1], {"a": 1}, 10**400 // 10**150])
def test_a_field_of_the_wrong_type_is_kept_and_told(name: str, value: object) -> None:
    imported = read(a_text(**{name: value}))
    assert imported.nodes[1]["data"]["canvas"][name] == value
    assert any(place.startswith("/nodes/0") for place in places(imported))
    assert imported.counts.taken == 1


@pytest.mark.parametrize("node", [None, 5, "text", [], True])
def test_what_is_no_object_is_left_out_and_told(node: object) -> None:
    imported = read(node, a_text())
    assert (imported.counts.found, imported.counts.taken, imported.counts.left_out) == (2, 1, 1)
    assert places(imported) == ["/nodes/0"]


@pytest.mark.parametrize("text", ["[]", "5", "null", '"text"'])
def test_what_is_no_object_is_no_canvas(text: str) -> None:
    with pytest.raises(BadFile, match="is no JSON Canvas"):
        canvas.read(text, TARGET)


@pytest.mark.parametrize("name", ["nodes", "edges"])
def test_nodes_and_edges_are_arrays(name: str) -> None:
    with pytest.raises(BadFile, match=f"/{name} is not an array"):
        canvas.read(json.dumps({name: {"a": 1}}), TARGET)


def test_a_label_is_cut_to_a_name_and_kept_whole() -> None:
    section = only(a_group(label="長" * 3000))
    assert len(section["name"]) == 2000
    assert section["data"]["canvas"]["label"] == "長" * 3000


def test_a_text_that_no_node_can_hold_is_told_before_anything_is_sent() -> None:
    noise = "".join(chr(0x4E00 + number * 7919 % 20_000) for number in range(300_000))
    with pytest.raises(BadFile, match="/nodes/0 is too large"):
        read(a_text(text=noise))


def test_deeply_nested_groups_are_kept_within_what_a_tree_may_be() -> None:
    imported = read(*[a_group(f"g{n}", x=n, y=n, width=900 - 2 * n, height=900 - 2 * n) for n in range(100)])
    parents = {node["id"]: node["parentId"] for node in imported.nodes}
    assert max(_level(node_id, parents) for node_id in parents) <= 45
    assert imported.notes[0].what.startswith("is nested too deeply")


def _level(node_id: str, parents: dict[str, str]) -> int:
    return 1 + _level(parents[node_id], parents) if node_id in parents else 0


def test_five_thousand_nodes() -> None:
    nodes = [a_text(f"n{n}", x=n % 70 * 120, y=n // 70 * 60) for n in range(4800)]
    groups = [a_group(f"g{n}", x=n * 240 - 10, y=-10, width=230, height=5000) for n in range(200)]
    imported = read(*groups, *nodes, edges=[an_edge(f"e{n}", fromNode=f"n{n}", toNode="n0") for n in range(2000)])
    assert (len(imported.nodes), len(imported.edges), imported.notes) == (5001, 2000, [])
    assert len({node["id"] for node in imported.nodes}) == 5001
