"""The nodes and edges a builder is given, indexed once."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from engawa_text.context.nodes import Edge, Node, is_live, key, kind


class TargetMissing(LookupError):
    """The id to build from is not among the nodes."""


@dataclass(frozen=True)
class Tree:
    """Lists keep the order in which nodes and edges were given. Nothing lies under None, the id of what has none."""

    by_id: Mapping[str | None, Node]
    children: Mapping[str | None, list[Node]]
    edges: Mapping[str | None, list[Edge]]

    def target(self, node_id: str) -> Node:
        """The node of that id, deleted or not. Raises TargetMissing."""
        if node_id not in self.by_id:
            raise TargetMissing(node_id)
        return self.by_id[node_id]

    def inside(self, node: Node, *kinds: str) -> list[Node]:
        """The live children of `node`; only those of `kinds`, if any are named."""
        children = self.children.get(key(node), [])
        return [child for child in children if kind(child) in kinds] if kinds else children

    def below(self, root: Node, through: Collection[str]) -> Iterator[Node]:
        """Every live node under `root`, entering only nodes of the types `through`; parents first, each once.

        A stack and not recursion, and a memory of what was entered: trees may be deep, and parents run in a circle.
        """
        entered = {key(root)}
        waiting = self.inside(root)[::-1]
        while waiting:
            node = waiting.pop()
            if key(node) in entered:
                continue
            yield node
            if kind(node) in through:
                entered.add(key(node))
                waiting += reversed(self.inside(node))


def grow(nodes: Iterable[Node], edges: Iterable[Edge]) -> Tree:
    """The tree of plain nodes and edges as the wire has them (ids are strings)."""
    given = list(nodes)
    by_id: dict[str | None, Node] = {key(node): node for node in reversed(given)}
    by_id.pop(None, None)
    return Tree(by_id, _live_by(given, "parentId"), _live_by(edges, "boardId"))


def _live_by(things: Iterable[Node | Edge], field: str) -> dict[str | None, list[Node | Edge]]:
    groups: dict[str | None, list[Node | Edge]] = defaultdict(list)
    for thing in things:
        owner = key(thing, field)
        if owner is not None and is_live(thing):
            groups[owner].append(thing)
    return groups
