"""An import cut into requests: parents before children, edges last, each small enough for the server."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engawa_agent.api import encode
from engawa_agent.importing.result import Edge, Node

MAX_ITEMS = 100
MAX_BYTES = 2_000_000  # the server takes 4 MB, counted after escaping

Batch = dict[str, list[dict[str, Any]]]


def batches(nodes: Sequence[Node], edges: Sequence[Edge]) -> Iterator[Batch]:
    """Bodies for POST /api/nodes/batch. Nothing in a batch needs what only a later one brings."""
    items = [("nodes", node) for node in parents_first(nodes)] + [("edges", edge) for edge in edges]
    batch, count, size = _empty(), 0, 0
    for name, item in items:
        weight = len(encode(item))
        if count and (count == MAX_ITEMS or size + weight > MAX_BYTES):
            yield batch
            batch, count, size = _empty(), 0, 0
        batch[name].append(item)
        count, size = count + 1, size + weight
    if count:
        yield batch


def parents_first(nodes: Sequence[Node]) -> list[Node]:
    """By level, and within a level as given: that order is all that creation times will tell."""
    parents = {node["id"]: node.get("parentId") for node in nodes}
    return sorted(nodes, key=lambda node: _level(node["id"], parents))


def _level(node_id: str, parents: Mapping[str, str | None]) -> int:
    level, above = 0, parents.get(node_id)
    while above is not None and above in parents:
        level, above = level + 1, parents[above]
    return level


def _empty() -> Batch:
    return {"nodes": [], "edges": []}
