"""Edges as they are written and read, on moto."""

import pytest

from engawa import batch, edges
from engawa.errors import Invalid, NotFound
from engawa.workspace import Workspace
from makers import BOARD_ID, NOW, a_board, a_node, an_edge, an_id, later


def test_an_edge_comes_back_whole(workspace: Workspace) -> None:
    a_board(workspace, a_node(1), a_node(2))
    written = batch.put_edge(workspace, an_edge(label="then", data={"color": "red"}), NOW)
    assert edges.every(workspace, BOARD_ID) == [written]
    assert (written["label"], written["data"]) == ("then", {"color": "red"})


def test_an_arrow_may_hang_free(workspace: Workspace) -> None:
    a_board(workspace, edges=(an_edge(sourceNodeId=an_id(404)),))
    assert edges.every(workspace)[0]["sourceNodeId"] == an_id(404)


def test_an_edge_stays_on_its_board(workspace: Workspace) -> None:
    a_board(workspace, a_node(9, type="board", parentId=None), edges=(an_edge(),))
    batch.put_edge(workspace, an_edge(boardId=an_id(9), label="new"), later(1))
    assert [edge["label"] for edge in edges.every(workspace, BOARD_ID)] == ["new"]


@pytest.mark.parametrize("board", [an_id(404), an_id(1)])
def test_an_edge_needs_a_board(workspace: Workspace, board: str) -> None:
    a_board(workspace, a_node(1))
    with pytest.raises(Invalid, match="boardId"):
        batch.put_edge(workspace, an_edge(boardId=board), NOW)


def test_deleting_is_idempotent_and_what_never_was_is_not_found(workspace: Workspace) -> None:
    a_board(workspace, edges=(an_edge(1),))
    edges.delete(workspace, an_id(1001), NOW)
    edges.delete(workspace, an_id(1001), NOW)
    assert edges.every(workspace) == []
    with pytest.raises(NotFound):
        edges.delete(workspace, an_id(1002), NOW)
