"""Nodes as they are written and read, on moto."""

import json
from typing import Any

import pytest

from engawa import batch, edges, nodes, tree
from engawa.batch import BatchIn
from engawa.errors import Conflict, Invalid, NotFound, TooLarge
from engawa.nodes import NodeIn, NodePatch
from engawa.upsert import Upsert
from engawa.workspace import Workspace
from makers import BOARD_ID, NOW, WORKSPACE_ID, a_board, a_node, an_edge, an_id, later


def put(workspace: Workspace, *given: NodeIn, seconds: float = 0) -> None:
    batch.put(workspace, BatchIn(nodes=list(given)), later(seconds))


def patch(workspace: Workspace, number: int, **changes: Any) -> dict[str, Any]:
    return nodes.patch(workspace, an_id(number), NodePatch(**changes), later(5))


def test_the_workspace_is_the_root(workspace: Workspace) -> None:
    root = nodes.get(workspace, WORKSPACE_ID)
    assert (root["id"], root["parentId"], root["type"]) == (WORKSPACE_ID, None, "workspace")


def test_instants_keep_their_width(workspace: Workspace) -> None:
    assert nodes.get(workspace, WORKSPACE_ID)["createdAt"] == "2026-11-29T08:00:02.000000Z"


def test_numbers_and_text_come_back_exactly(workspace: Workspace) -> None:
    data = {
        "x": -379.86366965553975,
        "n": 12345678901234567890,
        "deep": {"a": [1.0, None, {"🚀": ""}]},
        "done": False,
    }
    a_board(workspace, a_node(data=data))
    assert json.dumps(nodes.get(workspace, an_id(1))["data"]) == json.dumps(data)


def test_a_long_document_fits_because_it_is_stored_compressed(workspace: Workspace) -> None:
    content = [{"id": str(number), "type": "paragraph", "content": "要点をまとめる"} for number in range(8000)]
    a_board(workspace, a_node(data={"content": content}))
    assert nodes.get(workspace, an_id(1))["data"]["content"] == content


def test_what_does_not_fit_is_refused_and_nothing_is_written(workspace: Workspace) -> None:
    noise = "".join(chr(0x4E00 + (number * 7919) % 20_000) for number in range(120_000))
    with pytest.raises(TooLarge, match=r"nodes\[2\].data"):
        a_board(workspace, a_node(1), a_node(2, data={"text": noise}))
    with pytest.raises(NotFound):
        nodes.get(workspace, an_id(1))


def test_a_patch_that_would_outgrow_the_node_is_refused(workspace: Workspace) -> None:
    noise = "".join(chr(0x4E00 + (number * 7919) % 20_000) for number in range(60_000))
    a_board(workspace, a_node(data={"a": noise}))
    with pytest.raises(TooLarge):
        patch(workspace, 1, data={"b": noise})
    assert "b" not in nodes.get(workspace, an_id(1))["data"]


def test_an_upsert_replaces_data_and_keeps_the_beginning(workspace: Workspace) -> None:
    a_board(workspace, a_node(data={"text": "old", "color": "pink"}))
    before = nodes.get(workspace, an_id(1))
    after = batch.put_node(workspace, a_node(data={"text": "new"}), later(9))
    assert after["data"] == {"text": "new"}
    assert after["createdAt"] == before["createdAt"]
    assert after["updatedAt"] > before["updatedAt"]


def test_a_patch_merges_by_key_and_null_removes(workspace: Workspace) -> None:
    a_board(workspace, a_node(name="n", data={"text": "a", "color": "pink", "size": {"w": 1, "h": 2}}))
    after = patch(workspace, 1, data={"color": None, "size": {"w": 9}}, orderKey="b", name=None)
    assert after["data"] == {"text": "a", "size": {"w": 9}}
    assert (after["name"], after["orderKey"]) == ("n", "b")


def test_a_patch_of_what_is_not_there_is_not_found(workspace: Workspace) -> None:
    with pytest.raises(NotFound):
        patch(workspace, 77, name="x")


def test_a_batch_keeps_the_order_it_was_sent_in(workspace: Workspace) -> None:
    a_board(workspace, *(a_node(number) for number in (9, 3, 7)))
    listed = nodes.every(workspace, BOARD_ID)
    assert [node["id"] for node in listed] == [an_id(9), an_id(3), an_id(7)]


def test_parents_may_come_after_their_children(workspace: Workspace) -> None:
    section = a_node(2, type="section", name="S")
    a_board(workspace, a_node(1, parentId=an_id(2)), section)
    assert nodes.get(workspace, an_id(1))["parentId"] == an_id(2)
    assert len(nodes.every(workspace, BOARD_ID)) == 2


@pytest.mark.parametrize(
    ("given", "error", "field"),
    [
        (a_node(parentId=an_id(99)), Invalid, "parentId"),
        (a_node(type="balloon"), Invalid, "type"),
        (a_node(type="workspace"), Invalid, "type"),
        (a_node(parentId=None, data={"": 1}), Invalid, "data"),
        (a_node(parentId=None, data={str(number): 1 for number in range(201)}), TooLarge, "data"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_written(
    workspace: Workspace, given: NodeIn, error: type[Exception], field: str
) -> None:
    with pytest.raises(error, match=rf"^nodes\[1\]\.{field}"):
        put(workspace, a_node(5, parentId=None), given)
    assert len(nodes.every(workspace)) == 1


def test_another_workspaces_id_in_a_batch_is_not_found(workspace: Workspace) -> None:
    with pytest.raises(NotFound):
        put(workspace, a_node(parentId=None, workspaceId=an_id(5)))


def test_the_same_id_twice_in_a_batch_is_refused(workspace: Workspace) -> None:
    with pytest.raises(Invalid, match=r"nodes\[1\].id"):
        put(workspace, a_node(parentId=None), a_node(parentId=None))


def test_a_circle_within_a_batch_is_refused(workspace: Workspace) -> None:
    with pytest.raises(Conflict, match="parentId"):
        put(workspace, a_node(1, type="section", parentId=an_id(2)), a_node(2, type="section", parentId=an_id(1)))


def test_a_circle_through_what_is_stored_is_refused(workspace: Workspace) -> None:
    a_board(workspace, a_node(1, type="section"), a_node(2, type="section", parentId=an_id(1)))
    with pytest.raises(Conflict, match="parentId"):
        patch(workspace, 1, parentId=an_id(2))
    with pytest.raises(Conflict, match="parentId"):
        put(workspace, a_node(1, type="section", parentId=an_id(2)))


def test_a_node_cannot_be_its_own_parent(workspace: Workspace) -> None:
    a_board(workspace, a_node(1, type="section"))
    with pytest.raises(Conflict):
        patch(workspace, 1, parentId=an_id(1))


def test_trees_have_a_greatest_depth(workspace: Workspace) -> None:
    put(workspace, *(a_node(n, type="section", parentId=an_id(n - 1) if n > 1 else None) for n in range(1, 65)))
    with pytest.raises(TooLarge, match="parentId"):
        put(workspace, a_node(65, parentId=an_id(64)))


def test_moving_a_section_to_another_board_takes_its_items_along(workspace: Workspace) -> None:
    a_board(workspace, a_node(1, type="section"), a_node(2, parentId=an_id(1)), a_node(3, parentId=an_id(2)))
    put(workspace, a_node(9, type="board", parentId=None))
    patch(workspace, 1, parentId=an_id(9))
    assert {node["id"] for node in nodes.every(workspace, an_id(9))} == {an_id(1), an_id(2), an_id(3)}
    assert nodes.every(workspace, BOARD_ID) == []


def test_moving_by_upsert_takes_the_items_along_too(workspace: Workspace) -> None:
    a_board(workspace, a_node(1, type="section"), a_node(2, parentId=an_id(1)))
    put(workspace, a_node(9, type="board", parentId=None))
    put(workspace, a_node(1, type="section", parentId=an_id(9)))
    assert {node["id"] for node in nodes.every(workspace, an_id(9))} == {an_id(1), an_id(2)}


def test_deleting_takes_the_subtree_and_its_edges(workspace: Workspace) -> None:
    section, inside, outside = a_node(1, type="section"), a_node(2, parentId=an_id(1)), a_node(3)
    kept, lost = an_edge(1, sourceNodeId=an_id(3), targetNodeId=an_id(3)), an_edge(2, targetNodeId=an_id(2))
    a_board(workspace, section, inside, outside, edges=(kept, lost))
    nodes.delete(workspace, an_id(1), later(1))
    assert [node["id"] for node in nodes.every(workspace, BOARD_ID)] == [an_id(3)]
    assert [edge["id"] for edge in edges.every(workspace)] == [an_id(1001)]


def test_deleting_reaches_through_containers(workspace: Workspace) -> None:
    put(workspace, a_node(9, type="project", parentId=None))
    put(workspace, a_node(8, type="board", parentId=an_id(9)))
    put(workspace, a_node(7, parentId=an_id(8)))
    nodes.delete(workspace, an_id(9), later(1))
    assert [node["type"] for node in nodes.every(workspace)] == ["workspace"]


def test_deleting_goes_through_empty_containers_once(workspace: Workspace) -> None:
    project, board, document = an_id(20), an_id(21), an_id(22)
    put(workspace, a_node(20, type="project", parentId=None))
    put(workspace, a_node(21, type="board", parentId=project), a_node(22, type="document", parentId=project))
    nodes.delete(workspace, project, later(9))
    assert {node["id"] for node in nodes.every(workspace, None)}.isdisjoint({project, board, document})


def test_deleting_again_changes_nothing_and_what_never_was_is_not_found(workspace: Workspace) -> None:
    a_board(workspace, a_node())
    nodes.delete(workspace, an_id(1), later(1))
    nodes.delete(workspace, an_id(1), later(2))
    with pytest.raises(NotFound):
        nodes.get(workspace, an_id(1))
    with pytest.raises(NotFound):
        nodes.delete(workspace, an_id(2), later(2))


def test_an_upsert_revives_what_was_deleted(workspace: Workspace) -> None:
    a_board(workspace, a_node())
    created = nodes.get(workspace, an_id(1))["createdAt"]
    nodes.delete(workspace, an_id(1), later(1))
    put(workspace, a_node(data={"text": "back"}), seconds=2)
    assert nodes.get(workspace, an_id(1))["createdAt"] == created
    assert len(nodes.every(workspace, BOARD_ID)) == 1


def test_nothing_can_be_put_under_what_was_deleted(workspace: Workspace) -> None:
    a_board(workspace)
    nodes.delete(workspace, BOARD_ID, later(1))
    with pytest.raises(Invalid, match="parentId"):
        batch.put_node(workspace, a_node(), later(2))


def test_the_workspace_cannot_be_deleted(workspace: Workspace) -> None:
    with pytest.raises(Conflict):
        nodes.delete(workspace, WORKSPACE_ID, NOW)


def test_a_board_cannot_become_a_sticky(workspace: Workspace) -> None:
    a_board(workspace)
    with pytest.raises(Conflict, match="type"):
        batch.put_node(workspace, a_node(id=BOARD_ID, parentId=None), NOW)


def test_a_circle_that_two_moves_made_is_deleted_with_its_board(workspace: Workspace) -> None:
    a_board(workspace, a_node(1, type="section"), a_node(2, type="section"), a_node(3, parentId=an_id(1)))
    for one, other in ((1, 2), (2, 1)):
        item = workspace.get(workspace.node_key(an_id(one))) or {}
        workspace.put(item | {"parentId": an_id(other)})
    nodes.delete(workspace, BOARD_ID, later(1))
    assert [node["type"] for node in nodes.every(workspace)] == ["workspace"]


def test_deleting_a_board_again_finds_what_came_at_the_same_moment(workspace: Workspace) -> None:
    a_board(workspace, a_node(1))
    late = workspace.get(workspace.node_key(an_id(1))) or {}
    nodes.delete(workspace, BOARD_ID, later(1))
    workspace.put(late)
    nodes.delete(workspace, BOARD_ID, later(2))
    with pytest.raises(NotFound):
        nodes.get(workspace, an_id(1))


def test_a_delete_spares_what_was_moved_away_meanwhile(workspace: Workspace) -> None:
    a_board(workspace, a_node(1))
    put(workspace, a_node(9, type="board", parentId=None))
    stale = workspace.get(workspace.node_key(an_id(1))) or {}
    patch(workspace, 1, parentId=an_id(9))
    tree.remove(workspace, stale, "2026-11-29T08:00:09.000000Z")
    assert nodes.get(workspace, an_id(1))["parentId"] == an_id(9)


def test_a_move_that_broke_off_is_finished_by_the_next_try(workspace: Workspace) -> None:
    sections = a_node(1, type="section"), a_node(2, type="section", parentId=an_id(1))
    a_board(workspace, *sections, a_node(3, parentId=an_id(2)))
    put(workspace, a_node(9, type="board", parentId=None))
    deepest = workspace.get(workspace.node_key(an_id(3))) or {}
    tree._follow(workspace, deepest, an_id(9), 0)
    patch(workspace, 1, parentId=an_id(9))
    assert len(nodes.every(workspace, an_id(9))) == 3


def test_an_arrow_does_not_stay_behind_when_its_end_leaves_the_board(workspace: Workspace) -> None:
    a_board(workspace, a_node(1), a_node(2), a_node(3), edges=(an_edge(1), an_edge(2, sourceNodeId=an_id(3))))
    put(workspace, a_node(9, type="board", parentId=None))
    patch(workspace, 1, parentId=an_id(9))
    assert [edge["id"] for edge in edges.every(workspace)] == [an_id(1002)]


def test_moving_cannot_make_a_tree_too_deep(workspace: Workspace) -> None:
    put(workspace, *(a_node(n, type="section", parentId=an_id(n - 1) if n > 1 else None) for n in range(1, 41)))
    put(workspace, *(a_node(n, type="section", parentId=an_id(n - 1) if n > 101 else None) for n in range(101, 141)))
    with pytest.raises(TooLarge, match="parentId"):
        patch(workspace, 101, parentId=an_id(40))
    assert nodes.get(workspace, an_id(101))["parentId"] is None


def test_small_patches_cannot_grow_a_node_past_what_the_table_takes(workspace: Workspace) -> None:
    a_board(workspace, a_node(1))
    item = workspace.get(workspace.node_key(an_id(1))) or {}
    workspace.put(item | {"data": {f"k{number}": f'"{"x" * 1900}"' for number in range(200)}})
    grow = [{f"more{number}": "x" * 1900} for number in range(40)]
    with pytest.raises(TooLarge, match="does not fit"):
        [patch(workspace, 1, data=more) for more in grow]


def test_what_is_small_as_stored_may_be_too_large_as_sent(workspace: Workspace) -> None:
    with pytest.raises(TooLarge, match="as sent"):
        a_board(workspace, a_node(1, data={"text": '"' * 1_600_000}))
    a_board(workspace, a_node(1, data={"text": "a" * 2_000_000}))
    with pytest.raises(TooLarge, match="as sent"):
        patch(workspace, 1, data={"more": "a" * 2_000_000})


def test_an_upsert_at_the_moment_of_a_move_is_read_again(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    a_board(workspace, a_node(1))
    put(workspace, a_node(9, type="board", parentId=None))
    read, moves = Upsert.read, [lambda: patch(workspace, 1, parentId=an_id(9))]

    def read_and_be_overtaken(self: Upsert) -> None:
        read(self)
        if moves:
            moves.pop()()

    monkeypatch.setattr(Upsert, "read", read_and_be_overtaken)
    batch.put_node(workspace, a_node(1, data={"text": "new"}), later(9))
    assert [node["id"] for node in nodes.every(workspace, BOARD_ID)] == [an_id(1)]
    assert nodes.every(workspace, an_id(9)) == []
