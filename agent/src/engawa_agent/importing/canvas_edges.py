"""The edges of a JSON Canvas file to arrows.

Ours point from source to target. An edge whose only head is at its start (fromEnd arrow, toEnd none) means the
opposite of its from and to, so it is turned round: a model that reads the arrow must read what people see. The export
turns it back by the same rule. Ends and sides are kept in `data["canvas"]`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engawa_agent.importing.canvas_fields import Fields, claim_id, tell_kept
from engawa_agent.importing.geometry import Box, beside
from engawa_agent.importing.ids import Ids, text_of
from engawa_agent.importing.json_text import under
from engawa_agent.importing.log import Log
from engawa_agent.importing.result import Edge
from engawa_agent.importing.sizes import refuse_too_large
from engawa_agent.importing.target import Target


@dataclass(frozen=True)
class Nodes:
    """The file's nodes as edges see them: `known` leads from the file's ids to ours, `boxes` from ours to places."""

    known: Mapping[str, str]
    boxes: Mapping[str, Box | None]


@dataclass(frozen=True)
class End:
    """One end of an edge; a free one names a node that is not there."""

    node_id: str
    side: object
    free: bool


def is_turned(canvas: Mapping[str, Any]) -> bool:
    """Whether such an edge points from its toNode to its fromNode."""
    return bool(canvas.get("fromEnd") == "arrow" and canvas.get("toEnd") == "none")


def read(raw_edges: list[Any], nodes: Nodes, into: Target, log: Log) -> list[Edge]:
    ids = Ids(into)
    edges = []
    for index, raw in enumerate(raw_edges):
        place = f"/edges/{index}"
        if isinstance(raw, dict):
            edges.append(_edge(Fields(raw), place, nodes, ids, into, log))
        else:
            log.leave_out(place, "is not an object")
    return edges


def _edge(fields: Fields, place: str, nodes: Nodes, ids: Ids, into: Target, log: Log) -> Edge:
    edge_id = claim_id(fields, place, ids, log)
    source, target = (_end(fields, end, place, nodes, into, log) for end in ("from", "to"))
    if is_turned(fields.rest):
        source, target = target, source
    label, color = fields.label(), fields.color()
    tell_kept(fields.rest, place, log)
    edge = {
        "id": edge_id,
        "boardId": into.board_id,
        "sourceNodeId": source.node_id,
        "targetNodeId": target.node_id,
        "label": label,
        "data": {**color, **_free_points(source, target, nodes), "canvas": fields.rest},
    }
    refuse_too_large(edge, place)
    return edge


def _end(fields: Fields, end: str, place: str, nodes: Nodes, into: Target, log: Log) -> End:
    """A name that leads nowhere is kept, and has the id that its node would have: should the node come with a
    later import, the arrow is attached to it.
    """
    name, side = f"{end}Node", fields.rest.get(f"{end}Side")
    own = text_of(fields.rest.get(name))
    if own in nodes.known:
        del fields.rest[name]
        return End(nodes.known[own], side, free=False)
    log.note(under(place, name), "leads to no node of this file: kept as a free end")
    return End(into.id_of(own) if own else into.id_of("", place, name), side, free=True)


def _free_points(source: End, target: End, nodes: Nodes) -> dict[str, Any]:
    points = {}
    if source.free:
        points["sourceFree"] = beside(nodes.boxes.get(target.node_id), target.side)
    if target.free:
        points["targetFree"] = beside(nodes.boxes.get(source.node_id), source.side)
    return points
