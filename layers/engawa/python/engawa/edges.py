"""Edges: the arrows between the nodes of one board."""

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from engawa import data_map, instants, tree
from engawa.errors import NotFound
from engawa.ids import Id
from engawa.nodes import MAX_NAME, small_enough
from engawa.step import Item
from engawa.workspace import Workspace


class EdgeIn(BaseModel):
    """What POST /api/edges takes. The ends need not exist: an arrow may hang free."""

    model_config = ConfigDict(strict=True)

    id: Id
    boardId: Id
    sourceNodeId: Id
    targetNodeId: Id
    workspaceId: Id | None = None
    label: str | None = Field(None, max_length=MAX_NAME)
    data: dict[str, Any] | None = None


def wire(workspace: Workspace, item: Item) -> dict[str, Any]:
    """An edge as every answer shows it."""
    return {
        "id": item["id"],
        "workspaceId": workspace.id,
        "boardId": item["boardId"],
        "sourceNodeId": item["sourceNodeId"],
        "targetNodeId": item["targetNodeId"],
        "label": item["label"],
        "data": data_map.unpack(item["data"]),
        "createdAt": item["createdAt"],
        "updatedAt": item["updatedAt"],
    }


def item_of(workspace: Workspace, edge: EdgeIn, before: Item | None, now: datetime) -> Item:
    """The whole item of an upsert; `createdAt` stays, and the board of a live one."""
    created = before["createdAt"] if before else instants.write(now)
    board = before["boardId"] if before and "col" in before else edge.boardId
    item = {
        **workspace.edge_key(edge.id),
        "id": edge.id,
        "boardId": board,
        "sourceNodeId": edge.sourceNodeId,
        "targetNodeId": edge.targetNodeId,
        "label": edge.label or "",
        "data": data_map.pack(data_map.without_nulls(edge.data or {})),
        "createdAt": created,
        "updatedAt": instants.write(now),
        # `~` sorts after every node of the board: items first, arrows last.
        "col": f"{board}#~{created}#{edge.id}",
    }
    return small_enough(item)


def every(workspace: Workspace, board_id: str | None = None) -> list[dict[str, Any]]:
    """Live edges, oldest first: all, or one board's."""
    items = workspace.collection(board_id) if board_id else workspace.everything()
    found = [item for item in items if not tree.is_node(item)]
    return [wire(workspace, item) for item in sorted(found, key=lambda item: (item["createdAt"], item["id"]))]


def delete(workspace: Workspace, edge_id: str, now: datetime) -> None:
    """Idempotent: NotFound only for what never was."""
    item = workspace.get(workspace.edge_key(edge_id))
    if item is None:
        raise NotFound
    if "deletedAt" not in item:
        tree.remove(workspace, item, instants.write(now))
