"""What is read from the table for a context: a node and what stands around it, as the pure builders take it."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from engawa import data_map, tree
from engawa.errors import Invalid
from engawa.node_types import is_container
from engawa.step import Item
from engawa.workspace import Workspace

Plain = dict[str, Any]

SIDE_BY_SIDE = 8
READ_FOR_A_PROJECT = {"board", "chat_room"}  # a document's text is in its own node


@dataclass(frozen=True)
class Scene:
    """Nodes and edges in the order of their creation, `data` decoded."""

    nodes: list[Plain] = field(default_factory=list)
    edges: list[Plain] = field(default_factory=list)


def of_type(workspace: Workspace, node_id: str, *types: str) -> Item:
    """A live node. NotFound where there is none, Invalid where it is something else: its context would be empty."""
    item = tree.live(workspace.get(workspace.node_key(node_id)))
    if item["type"] not in types:
        field = "chatRoomId" if "chat_room" in types else "targetId"
        raise Invalid(f"{field}: is a {item['type']}, not a {' or a '.join(types)}.")
    return item


def document(workspace: Workspace, node_id: str) -> Scene:
    """A live document: one request, its text is in its own node."""
    return Scene([_plain(of_type(workspace, node_id, "document"))])


def container(workspace: Workspace, node_id: str, type_name: str) -> Scene:
    """A live node and everything read with it: two requests."""
    root = of_type(workspace, node_id, type_name)
    return _scene([root], workspace.collection(node_id))


def project(workspace: Workspace, project_id: str) -> Scene:
    """A project with its boards and chats: two requests, and one for each board and chat, side by side."""
    root = of_type(workspace, project_id, "project")
    items = workspace.collection(project_id)
    read: set[str] = {project_id}
    waiting = _containers(items, read)
    while waiting:
        read |= set(waiting)
        found = _collections(workspace, waiting)
        items += found
        waiting = _containers(found, read)  # a board may lie on a board
    return _scene([root], items)


def selection(workspace: Workspace, node_ids: Sequence[str]) -> Scene:
    """The given nodes with what stands around each: on one board three requests, however many ids."""
    keys = [workspace.node_key(node_id) for node_id in dict.fromkeys(node_ids)]
    chosen = [item for item in workspace.get_many(keys) if "deletedAt" not in item]
    around = {tree.container_of(item) for item in chosen}
    around |= {item["id"] for item in chosen if is_container(item["type"])}
    around.discard(tree.ROOT.container)
    roots = workspace.get_many([workspace.node_key(container_id) for container_id in sorted(around)])
    return _scene([*roots, *chosen], _collections(workspace, sorted(around)))


def _containers(items: Iterable[Item], read: set[str]) -> list[str]:
    return [item["id"] for item in items if item.get("type") in READ_FOR_A_PROJECT and item["id"] not in read]


def _collections(workspace: Workspace, container_ids: Sequence[str]) -> list[Item]:
    with ThreadPoolExecutor(SIDE_BY_SIDE) as readers:
        return [item for items in readers.map(workspace.collection, container_ids) for item in items]


def _scene(roots: Iterable[Item], items: Iterable[Item]) -> Scene:
    """Each once: a root may also lie in another's collection."""
    every = {item["sk"]: item for item in (*roots, *items)}
    nodes = [_plain(item) for item in every.values() if tree.is_node(item)]
    return Scene(nodes, [_plain(item) for item in every.values() if not tree.is_node(item)])


def _plain(item: Item) -> Plain:
    return {"parentId": None, "deletedAt": None, **item, "data": data_map.unpack(item["data"])}
