"""Where a node stands: its container, its ancestors, its subtree; moving and deleting whole subtrees."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from engawa.errors import Conflict, NotFound, TooLarge
from engawa.node_types import is_container
from engawa.step import EQUALS, Clause, Item, Step
from engawa.workspace import Workspace

MAX_DEPTH = 64
WRITERS = 8  # requests side by side when a subtree is deleted or moved


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
    of, seen, waiting = children(items), {root["id"]}, deque([root["id"]])
    while waiting:
        for child in of.get(waiting.popleft(), []):
            if child["id"] not in seen:
                seen.add(child["id"])
                waiting.append(child["id"])
                yield child


def subtree(workspace: Workspace, root: Item) -> tuple[list[Item], list[Item]]:
    """The nodes under `root`, parents before children, through every container below; and the edges of what was
    read. One query for each container. Of a container it is all that is in it, hanging together or not: what an
    interrupted call left is found again.
    """
    nodes: list[Item] = []
    edges: list[Item] = []
    waiting, seen = [root], {root["id"]}
    while waiting:
        top = waiting.pop()
        items = workspace.collection(top["id"] if is_container(top["type"]) else container_of(top))
        edges += [item for item in items if not is_node(item)]
        found = list(below(top, items))
        reached = {node["id"] for node in found}
        stray = [item for item in items if is_node(item) and item["id"] not in reached]
        # Two moves at once can have closed a circle: each node is gone into once.
        fresh = [node for node in (*found, *(stray if is_container(top["type"]) else ())) if node["id"] not in seen]
        seen |= {node["id"] for node in fresh}
        nodes += fresh
        waiting += [node for node in fresh if is_container(node["type"])]
    return nodes, edges


def delete(workspace: Workspace, root: Item, now: str) -> None:
    """Delete softly, with the subtree and every edge that loses an end. Edges go first, then the nodes from the
    leaves up, the root last, so that a repeated call finds what an interrupted one left.
    """
    nodes, edges = subtree(workspace, root)
    gone = {node["id"] for node in nodes} | {root["id"]}
    lost = [edge for edge in edges if gone & {edge["boardId"], edge["sourceNodeId"], edge["targetNodeId"]}]
    side_by_side(lambda edge: remove(workspace, edge, now), lost)
    for level in reversed(levels(root, nodes)):
        side_by_side(lambda node: remove(workspace, node, now), level)
    if "deletedAt" not in root:
        remove(workspace, root, now)


def levels(root: Item, nodes: Sequence[Item]) -> list[list[Item]]:
    """`nodes` (parents before children) by their distance from `root`."""
    distance: dict[str, int] = {root["id"]: 0}
    found: list[list[Item]] = []
    for node in nodes:
        distance[node["id"]] = distance.get(node.get("parentId", ""), 0) + 1
        if len(found) < distance[node["id"]]:
            found.append([])
        found[distance[node["id"]] - 1].append(node)
    return found


def remove(workspace: Workspace, item: Item, now: str) -> None:
    """Take one node or edge out of its collection. It stays in the table, so that an upsert can revive it. One that
    was moved away in the meantime is not ours to delete.
    """
    not_moved_since = Clause("col", EQUALS, item["col"])
    key = {"pk": item["pk"], "sk": item["sk"]}
    workspace.update(key, Step((not_moved_since,), {"col": None, "deletedAt": now, "updatedAt": now}))


def move_followers(workspace: Workspace, root: Item, place: Place, now: str) -> None:
    """Before `root` gets `place`, let what is read with it go ahead: from the leaves up, so that a repeated call
    finds those that an interrupted one left behind. Containers below keep what is theirs; only their own entry
    changes. Arrows do not cross boards: those of what leaves a board are deleted.
    """
    deeper, leaves_here = place.depth - root["depth"], place.container != container_of(root)
    if is_container(root["type"]) or not (deeper or leaves_here):
        return
    items = workspace.collection(container_of(root))
    followers = list(below(root, items))
    if max((node["depth"] + deeper for node in followers), default=0) > MAX_DEPTH:
        raise TooLarge(f"parentId: makes the tree deeper than {MAX_DEPTH} levels.")
    if leaves_here:
        moved = {node["id"] for node in (root, *followers)}
        lost = [item for item in items if not is_node(item) and moved & {item["sourceNodeId"], item["targetNodeId"]}]
        side_by_side(lambda edge: remove(workspace, edge, now), lost)
    for level in reversed(levels(root, followers)):
        side_by_side(lambda node: _follow(workspace, node, place.container, deeper), level)


def _follow(workspace: Workspace, item: Item, container: str, deeper: int) -> None:
    entry = column(Place(container, 0), item["createdAt"], item["id"])
    not_moved_since = Clause("col", EQUALS, item["col"])
    step = Step((not_moved_since,), {"col": entry, "depth": item["depth"] + deeper})
    workspace.update(workspace.node_key(item["id"]), step)


def side_by_side(work: Callable[[Item], None], items: Sequence[Item]) -> None:
    with ThreadPoolExecutor(WRITERS) as writers:
        list(writers.map(work, items))
