"""Where a node stands: its container, its ancestors, its subtree; moving and deleting whole subtrees."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from engawa.errors import Conflict, NotFound, TooLarge
from engawa.node_types import is_container
from engawa.step import EQUALS, Clause, Item, Step
from engawa.workspace import Workspace

MAX_DEPTH = 64
MOVERS = 8  # requests side by side when a subtree changes its container


@dataclass(frozen=True)
class Place:
    """What a parent gives its children: the container they are read with, and their depth (the root's is 0)."""

    container: str
    depth: int


ROOT = Place("-", 0)  # where the workspace node itself stands


def place_under(parent: Item) -> Place:
    container = parent["id"] if is_container(parent["type"]) else container_of(parent)
    if parent["depth"] >= MAX_DEPTH:
        raise TooLarge(f"parentId: is {MAX_DEPTH} levels deep already; deeper trees are not kept.")
    return Place(container, parent["depth"] + 1)


def column(place: Place, created_at: str, node_id: str) -> str:
    """The index entry by which a container's nodes come together, oldest first."""
    return f"{place.container}#{created_at}#{node_id}"


def container_of(item: Item) -> str:
    """A live node's container; for an edge its board."""
    return str(item["col"].split("#", 1)[0])


def is_node(item: Item) -> bool:
    return str(item["sk"]).startswith("NODE#")


def live(item: Item | None) -> Item:
    if item is None or "deletedAt" in item:
        raise NotFound
    return item


def refuse_circle(look_up: Callable[[str], Item | None], node_id: str, parent_id: str) -> None:
    """Walk up from the new parent: meeting the node itself would make it its own ancestor."""
    seen: set[str] = set()
    above: str | None = parent_id
    while above and above not in seen:
        if above == node_id:
            raise Conflict("parentId: is the node itself or below it; a node cannot be its own ancestor.")
        seen.add(above)
        above = (look_up(above) or {}).get("parentId")


def children(items: Sequence[Item]) -> Mapping[str, list[Item]]:
    found: dict[str, list[Item]] = {}
    for item in filter(is_node, items):
        found.setdefault(item.get("parentId", ""), []).append(item)
    return found


def below(root: Item, items: Sequence[Item]) -> Iterator[Item]:
    """The nodes under `root` among `items`, parents before children; each once, even in a circle."""
    of, seen, waiting = children(items), {root["id"]}, [root["id"]]
    while waiting:
        for child in of.get(waiting.pop(), []):
            if child["id"] not in seen:
                seen.add(child["id"])
                waiting.append(child["id"])
                yield child


def subtree(workspace: Workspace, root: Item) -> tuple[list[Item], list[Item]]:
    """The nodes under `root`, parents before children, through every container below; and the edges of what was
    read. One query for each container.
    """
    start = root["id"] if is_container(root["type"]) else container_of(root)
    nodes: list[Item] = []
    edges: list[Item] = []
    waiting = [(root, start)]
    while waiting:
        top, container = waiting.pop()
        items = workspace.collection(container)
        edges += [item for item in items if not is_node(item)]
        found = list(below(top, items))
        nodes += found
        waiting += [(node, node["id"]) for node in found if is_container(node["type"])]
    return nodes, edges


def delete(workspace: Workspace, root: Item, now: str) -> None:
    """Delete softly, with the subtree and every edge that loses an end. Edges go first and the root last, from the
    leaves up, so that a repeated call finds what an interrupted one left.
    """
    nodes, edges = subtree(workspace, root)
    gone = {node["id"] for node in nodes} | {root["id"]}
    lost = [edge for edge in edges if gone & {edge["boardId"], edge["sourceNodeId"], edge["targetNodeId"]}]
    workspace.put_many([deleted(item, now) for item in (*lost, *reversed(nodes), root)])


def deleted(item: Item, now: str) -> Item:
    """Without `col` it is in no collection; it stays, so that an upsert can revive it."""
    kept = {key: value for key, value in item.items() if key != "col"}
    return kept | {"deletedAt": now, "updatedAt": now}


def carry_along(workspace: Workspace, moved: Item, before: Item) -> None:
    """After `moved` got another container or depth, let what is read with it follow. Containers below keep what
    is theirs; only their own entry changes.
    """
    if is_container(moved["type"]):
        return
    deeper, container = moved["depth"] - before["depth"], container_of(moved)
    followers = list(below(before, workspace.collection(container_of(before))))
    with ThreadPoolExecutor(MOVERS) as movers:
        list(movers.map(lambda item: _follow(workspace, item, container, deeper), followers))


def _follow(workspace: Workspace, item: Item, container: str, deeper: int) -> None:
    entry = column(Place(container, 0), item["createdAt"], item["id"])
    not_touched_since = Clause("col", EQUALS, item["col"])
    step = Step((not_touched_since,), {"col": entry, "depth": item["depth"] + deeper})
    workspace.update(workspace.node_key(item["id"]), step)
