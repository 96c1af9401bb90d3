"""Nodes as an app writes and reads them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from engawa import data_map, instants, tree
from engawa.attributes import size
from engawa.errors import Conflict, Invalid, NotFound, TooLarge
from engawa.ids import Id
from engawa.node_types import is_container
from engawa.step import ABSENT, EQUALS, PRESENT, Clause, Item, Step
from engawa.workspace import Workspace

MAX_NAME, MAX_ORDER_KEY = 2000, 255  # characters
# DynamoDB's 400 KB are for an item together with its copy in each local index.
MAX_BYTES = 190_000
MAX_SENT_BYTES = 3_000_000  # a page of a list holds at least one node
SMALL_PATCH_BYTES = 2000


class NodeIn(BaseModel):
    """What POST /api/nodes takes. `data` replaces what was there; unknown fields are ignored."""

    model_config = ConfigDict(strict=True)

    id: Id
    type: str
    workspaceId: Id | None = None
    parentId: Id | None = None
    name: str | None = Field(None, max_length=MAX_NAME)
    orderKey: str | None = Field(None, max_length=MAX_ORDER_KEY)
    data: dict[str, Any] | None = None


class NodePatch(BaseModel):
    """What PATCH /api/nodes/{id} takes. A null field is unchanged; a null key in `data` removes that key."""

    model_config = ConfigDict(strict=True)

    parentId: Id | None = None
    name: str | None = Field(None, max_length=MAX_NAME)
    orderKey: str | None = Field(None, max_length=MAX_ORDER_KEY)
    data: dict[str, Any] | None = None


def wire(workspace: Workspace, item: Item) -> dict[str, Any]:
    """A node as every answer shows it."""
    return {
        "id": item["id"],
        "workspaceId": workspace.id,
        "parentId": item.get("parentId"),
        "type": item["type"],
        "name": item["name"],
        "orderKey": item["orderKey"],
        "data": data_map.unpack(item["data"]),
        "createdAt": item["createdAt"],
        "updatedAt": item["updatedAt"],
    }


def item_of(workspace: Workspace, node: NodeIn, place: tree.Place, before: Item | None, now: datetime) -> Item:
    """The whole item of an upsert. `createdAt` stays what it was, also through a deletion."""
    created = before["createdAt"] if before else instants.write(now)
    item = {
        **workspace.node_key(node.id),
        "id": node.id,
        "type": node.type,
        "parentId": node.parentId,
        "name": node.name or "",
        "orderKey": node.orderKey or "",
        "data": data_map.pack(data_map.without_nulls(node.data or {})),
        "depth": place.depth,
        "createdAt": created,
        "updatedAt": instants.write(now),
        "col": tree.column(place, created, node.id),
    }
    return small_enough(item)


def small_enough(item: Item) -> Item:
    """`item` without what is None, unless it is too large to store, or to send: compressed text can be both."""
    sent = data_map.weight(data_map.unpack(item["data"]))
    if sent > MAX_SENT_BYTES:
        raise TooLarge(f"data: makes a node of {sent:,} bytes as sent; {MAX_SENT_BYTES:,} are allowed.")
    if size(item) > MAX_BYTES:
        raise TooLarge(f"data: makes a node of {size(item):,} bytes as stored; {MAX_BYTES:,} are allowed.")
    return {key: value for key, value in item.items() if value is not None}


def found(workspace: Workspace, name: str, now: datetime) -> None:
    """Write the workspace's own node: the root, whose id is the workspace's."""
    node = NodeIn(id=workspace.id, type="workspace", name=name, orderKey="")
    workspace.put(item_of(workspace, node, tree.ROOT, None, now))


def get(workspace: Workspace, node_id: str) -> dict[str, Any]:
    return wire(workspace, tree.live(workspace.get(workspace.node_key(node_id))))


def every(workspace: Workspace, container_id: str | None = None) -> list[dict[str, Any]]:
    """Live nodes, oldest first: all, or one container's."""
    items = workspace.collection(container_id) if container_id else workspace.everything()
    ordered = sorted(filter(tree.is_node, items), key=lambda item: (item["createdAt"], item["id"]))
    return [wire(workspace, item) for item in ordered]


def patch(workspace: Workspace, node_id: str, changes: NodePatch, now: datetime) -> dict[str, Any]:
    """Merge `changes` in one atomic update, so that two quick patches of one node do not undo each other."""
    data = data_map.pack(changes.data or {}, data_map.MAX_PATCH_KEYS)
    sets = _sets(changes, data, now)
    if data_map.weight(changes.data) > SMALL_PATCH_BYTES:
        _refuse_growth(tree.live(workspace.get(workspace.node_key(node_id))), data)
    if changes.parentId is not None:
        return wire(workspace, _move(workspace, node_id, changes.parentId, sets))
    return wire(workspace, _updated(workspace, node_id, sets))


def _sets(changes: NodePatch, data: data_map.Packed, now: datetime) -> dict[Any, Any]:
    fields = {"name": changes.name, "orderKey": changes.orderKey, "updatedAt": instants.write(now)}
    given = {key: value for key, value in fields.items() if value is not None}
    return {**given, **{("data", key): value for key, value in data.items()}}


def _refuse_growth(item: Item, data: data_map.Packed) -> None:
    """A patch of a few hundred bytes is let through unread; DynamoDB's own limit stands behind it."""
    small_enough(item | {"data": data_map.without_nulls(item["data"] | data)})


def _updated(workspace: Workspace, node_id: str, sets: Mapping[Any, Any], *more: Clause) -> Item:
    exists = Clause("pk", PRESENT)
    is_live = Clause("deletedAt", ABSENT)
    outcome = workspace.update(workspace.node_key(node_id), Step((exists, is_live, *more), sets))
    if outcome.done and outcome.item:
        return outcome.item
    tree.live(outcome.item)
    raise Conflict("The node was moved by someone else at the same moment; read it and try again.")


def _move(workspace: Workspace, node_id: str, parent_id: str, sets: dict[Any, Any]) -> Item:
    before = tree.live(workspace.get(workspace.node_key(node_id)))
    if before["type"] == "workspace":
        raise Invalid("parentId: the workspace itself has no parent.")
    place = tree.place_under(live_parent(workspace.get(workspace.node_key(parent_id))))
    tree.refuse_circle(lambda above: workspace.get(workspace.node_key(above)), node_id, parent_id)
    moved = {
        "parentId": parent_id,
        "depth": place.depth,
        "col": tree.column(place, before["createdAt"], node_id),
    }
    not_moved_since = Clause("col", EQUALS, before["col"])
    tree.move_followers(workspace, before, place, sets["updatedAt"])
    return _updated(workspace, node_id, sets | moved, not_moved_since)


def live_parent(parent: Item | None, field: str = "parentId") -> Item:
    if parent is None or "deletedAt" in parent:
        raise Invalid(f"{field}: there is no such node.")
    return parent


def delete(workspace: Workspace, node_id: str, now: datetime) -> None:
    """Idempotent: NotFound only for what never was. A container that is deleted already is looked through again:
    something may have been put into it at the same moment.
    """
    root = workspace.get(workspace.node_key(node_id))
    if root is None:
        raise NotFound
    if root["type"] == "workspace":
        raise Conflict("The workspace itself cannot be deleted.")
    if "deletedAt" not in root or is_container(root["type"]):
        tree.delete(workspace, root, instants.write(now))


def may_become(before: Item | None, type_name: str) -> None:
    """A container keeps being one: what is read with it hangs on its id."""
    if before and before["type"] != type_name and is_container(before["type"]) != is_container(type_name):
        raise Conflict(f"type: a {before['type']} cannot become a {type_name}.")
