"""Arrows as edges of JSON Canvas, which attaches both ends to nodes."""

from collections.abc import Mapping
from typing import Any

from engawa_agent.exporting.canvas_fields import color, kept, label
from engawa_agent.importing.canvas_edges import is_turned

Edge = Mapping[str, Any]


def write(edge: Edge, own_id: Any, ids: Mapping[str, Any]) -> dict[str, Any] | None:
    """`ids` leads from our nodes' ids to the file's. None for an arrow with a free end that no file has a name for."""
    aside = kept(edge)
    source, target = _end(edge, "source", ids), _end(edge, "target", ids)
    if is_turned(aside):
        source, target = target, source
    own = {"fromNode": source, "toNode": target, "label": label(edge, "label"), **color(edge)}
    written = {**aside, "id": own_id, **{name: value for name, value in own.items() if value not in ("", None)}}
    return written if {"fromNode", "toNode"} <= written.keys() else None


def _end(edge: Edge, end: str, ids: Mapping[str, Any]) -> Any:
    """The file's id of the node there, or None for a free end."""
    is_free = edge["data"].get(f"{end}Free") is not None
    return None if is_free else ids.get(edge[f"{end}NodeId"])
