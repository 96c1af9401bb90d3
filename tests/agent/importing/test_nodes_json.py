import json
from typing import Any

import pytest

from engawa_agent.importing import nodes_json
from engawa_agent.importing.result import Import
from engawa_agent.importing.target import Target
from engawa_agent.importing.trouble import BadFile
from tests.agent.importing.makers import BOARD, TARGET, WORKSPACE, a_board, a_node, an_arrow

OTHER = "33333333-3333-4333-8333-333333333333"
STICKY = "44444444-4444-4444-8444-444444444444"


def read(*nodes: Any, edges: Any = (), into: Target = TARGET) -> Import:
    return nodes_json.read(json.dumps({"nodes": list(nodes), "edges": list(edges)}), into)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"nodes": []}', '{"edges": []}'])
def test_nothing_is_an_empty_board(text: str) -> None:
    (board,) = nodes_json.read(text, TARGET).nodes
    assert (board["id"], board["type"], board["name"]) == (BOARD, "board", "plan")


def test_an_array_of_loose_nodes_stands_on_a_new_board() -> None:
    imported = nodes_json.read(json.dumps([a_node("s", "section", name="Ideas"), a_node("a", parentId="s")]), TARGET)
    board, section, sticky = imported.nodes
    assert (section["parentId"], sticky["parentId"]) == (board["id"], section["id"])
    assert (section["id"], sticky["data"]) == (TARGET.id_of("s"), {"text": "Hello"})


def test_a_board_of_another_id_becomes_a_copy() -> None:
    imported = read(a_board(id=OTHER), a_node(STICKY, parentId=OTHER), edges=[an_arrow(sourceNodeId=STICKY)])
    board, sticky = imported.nodes
    (edge,) = imported.edges
    assert (board["id"], board["name"], board["parentId"]) == (BOARD, "plan", WORKSPACE)
    assert (sticky["id"], sticky["parentId"]) == (TARGET.id_of(STICKY), BOARD)
    assert (edge["boardId"], edge["sourceNodeId"]) == (BOARD, sticky["id"])


def test_the_target_itself_is_updated_in_place() -> None:
    imported = read(a_board(), a_node(STICKY), a_node("a"), edges=[an_arrow(OTHER, sourceNodeId=STICKY)])
    assert [node["id"] for node in imported.nodes] == [BOARD, STICKY, TARGET.id_of("a")]
    assert (imported.edges[0]["id"], imported.edges[0]["sourceNodeId"]) == (OTHER, STICKY)


def test_a_document_becomes_the_target() -> None:
    imported = read(a_board(id=OTHER, type="document"))
    assert [(node["id"], node["type"]) for node in imported.nodes] == [(BOARD, "document")]


def test_a_whole_workspace_goes_into_this_one() -> None:
    root = a_node(OTHER, "workspace", parentId=None)
    imported = read(root, a_node("p", "project", parentId=OTHER), a_node("b", "board", parentId="p"))
    project, board = imported.nodes
    assert (project["parentId"], board["parentId"]) == (WORKSPACE, project["id"])
    assert imported.counts.left_out == 1


def test_what_was_deleted_is_left_out() -> None:
    imported = read(a_node("a", deletedAt="2026-11-29T08:00:02.000000Z"))
    assert (len(imported.nodes), imported.counts.left_out, imported.notes[0].place) == (1, 1, "/nodes/0")


def test_an_end_that_leads_nowhere_is_free_in_a_copy() -> None:
    imported = read(a_node("a"), edges=[an_arrow()])
    data = imported.edges[0]["data"]
    assert data["targetFree"] == {"x": 0, "y": 0}
    assert "sourceFree" not in data
    assert imported.notes[0].place == "/edges/0/targetNodeId"


def test_equal_ids_are_told_apart() -> None:
    imported = read(a_node("a"), a_node("a"), edges=[an_arrow(), an_arrow()])
    assert len({node["id"] for node in imported.nodes}) == 3
    assert len(imported.edges) == 1
    assert {note.place for note in imported.notes} >= {"/nodes/1/id", "/edges/1/id"}


def test_an_unknown_field_is_told() -> None:
    imported = read(a_node("a", plugin=1))
    assert [(note.place, note.what) for note in imported.notes] == [
        ("/nodes/0/plugin", "is not a field of Engawa: left out")
    ]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"id": None}, "/nodes/0/id"),
        ({"type": "widget"}, "/nodes/0/type"),
        ({"type": ["sticky"]}, "/nodes/0/type"),
        ({"name": 5}, "/nodes/0/name"),
        ({"name": "a" * 2001}, "/nodes/0/name"),
        ({"orderKey": {}}, "/nodes/0/orderKey"),
        ({"parentId": []}, "/nodes/0/parentId"),
        ({"parentId": "a"}, "/nodes/0/parentId"),
        ({"data": "text"}, "/nodes/0/data"),
        ({"data": {"": 1}}, "/nodes/0/data"),
    ],
)
def test_a_wrong_field_is_told_with_its_pointer(change: dict[str, Any], place: str) -> None:
    with pytest.raises(BadFile) as told:
        read(a_node("a", **change))
    assert told.value.place == place


@pytest.mark.parametrize("name", ["id", "sourceNodeId", "targetNodeId", "label", "data"])
def test_a_wrong_field_of_an_edge_is_told_with_its_pointer(name: str) -> None:
    with pytest.raises(BadFile) as told:
        read(a_node("a"), edges=[{**an_arrow(), name: [1]}])
    assert told.value.place == f"/edges/0/{name}"


def test_a_canvas_in_a_json_file_is_told_how() -> None:
    with pytest.raises(BadFile, match="add --format canvas"):
        read({"id": "a", "type": "text", "x": 0, "y": 0})


@pytest.mark.parametrize("text", ['{"a": 1}', "5", "null", '{"nodes": {"a": 1}}', "[5]"])
def test_what_is_no_list_of_nodes_is_told(text: str) -> None:
    with pytest.raises(BadFile):
        nodes_json.read(text, TARGET)


def test_a_circle_is_told() -> None:
    with pytest.raises(BadFile, match="/nodes/0/parentId leads in a circle"):
        read(a_node("a", "section", parentId="b"), a_node("b", "section", parentId="a"))
