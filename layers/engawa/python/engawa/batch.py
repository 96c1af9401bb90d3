"""Upserts of nodes and edges, all checked before the first is written."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from engawa import edges, nodes
from engawa.edges import EdgeIn
from engawa.errors import Conflict, EngawaError, Invalid, NotFound
from engawa.nodes import NodeIn
from engawa.step import Item
from engawa.upsert import Upsert
from engawa.workspace import Workspace

MAX_ITEMS = 100


class BatchIn(BaseModel):
    """What POST /api/nodes/batch takes: up to 100 nodes and edges together, parents in any order."""

    model_config = ConfigDict(strict=True)

    nodes: list[NodeIn] = Field(default_factory=list)
    edges: list[EdgeIn] = Field(default_factory=list)


def upsert(workspace: Workspace, batch: BatchIn, now: datetime, single: bool = False) -> list[Item]:
    """Write all of it or, where something is wrong, nothing; the items in the order they were written.

    `single` says that the caller sent one thing, so that an error names its field without a position.
    """
    _refuse_doubles(batch)
    work = _begin(workspace, batch, now)
    position = {node.id: number for number, node in enumerate(batch.nodes)}
    for node in _parents_first(work.nodes):
        with _named("" if single else f"nodes[{position[node.id]}]."):
            work.add(node)
    for number, edge in enumerate(batch.edges):
        with _named("" if single else f"edges[{number}]."):
            work.add_edge(edge)
    return work.write()


def _begin(workspace: Workspace, batch: BatchIn, now: datetime) -> Upsert:
    nodes_by_id = {node.id: node for node in batch.nodes}
    edges_by_id = {edge.id: edge for edge in batch.edges}
    ids = (*nodes_by_id, *edges_by_id)
    moment = {some_id: now + timedelta(microseconds=number) for number, some_id in enumerate(ids)}
    work = Upsert(workspace, nodes_by_id, edges_by_id, moment)
    work.read()
    return work


def put(workspace: Workspace, batch: BatchIn, now: datetime) -> dict[str, int]:
    """How many of each were written."""
    upsert(workspace, batch, now)
    return {"nodes": len(batch.nodes), "edges": len(batch.edges)}


def put_node(workspace: Workspace, node: NodeIn, now: datetime) -> dict[str, Any]:
    return nodes.wire(workspace, _put_one(workspace, BatchIn.model_construct(nodes=[node], edges=[]), now))


def put_edge(workspace: Workspace, edge: EdgeIn, now: datetime) -> dict[str, Any]:
    return edges.wire(workspace, _put_one(workspace, BatchIn.model_construct(nodes=[], edges=[edge]), now))


def _put_one(workspace: Workspace, batch: BatchIn, now: datetime) -> Item:
    """An upsert wins over a change at the same moment: it is read and checked again, and once more put."""
    try:
        (item,) = upsert(workspace, batch, now, single=True)
    except Conflict:
        (item,) = upsert(workspace, batch, now, single=True)
    return item


def _refuse_doubles(batch: BatchIn) -> None:
    if len(batch.nodes) + len(batch.edges) > MAX_ITEMS:
        raise Invalid(f"nodes: a batch holds {MAX_ITEMS} nodes and edges at most.")
    seen: set[str] = set()
    lists: tuple[tuple[str, Sequence[NodeIn | EdgeIn]], ...] = (("nodes", batch.nodes), ("edges", batch.edges))
    for name, rows in lists:
        for number, row in enumerate(rows):
            if row.id in seen:
                raise Invalid(f"{name}[{number}].id: is in this batch twice.")
            seen.add(row.id)


def _parents_first(batch: dict[str, NodeIn]) -> list[NodeIn]:
    """Each node after its parent; those in a circle come last, where their parent is found missing."""
    under: dict[str | None, list[NodeIn]] = {}
    for node in batch.values():
        under.setdefault(node.parentId if node.parentId in batch else None, []).append(node)
    ordered: dict[str, NodeIn] = {}
    waiting = list(reversed(under.get(None, [])))
    while waiting:
        node = waiting.pop()
        ordered[node.id] = node
        waiting += reversed(under.get(node.id, []))
    return [*ordered.values(), *(node for node in batch.values() if node.id not in ordered)]


@contextmanager
def _named(prefix: str) -> Iterator[None]:
    """Let an error say which of many it is about."""
    try:
        yield
    except NotFound:
        raise
    except EngawaError as error:
        raise type(error)(f"{prefix}{error}") from None
