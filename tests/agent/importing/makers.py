"""Small canvases and boards with fixed values."""

import json
from typing import Any

from engawa_agent.importing.target import Target

BOARD = "11111111-1111-4111-8111-111111111111"
WORKSPACE = "22222222-2222-4222-8222-222222222222"
TARGET = Target(BOARD, "plan", WORKSPACE)


def a_text(node_id: object = "a", **fields: Any) -> dict[str, Any]:
    return {"id": node_id, "type": "text", "x": 0, "y": 0, "width": 100, "height": 50, "text": "Hello", **fields}


def a_group(node_id: str = "g", **fields: Any) -> dict[str, Any]:
    box = {"x": -50, "y": -50, "width": 400, "height": 400}
    return {"id": node_id, "type": "group", **box, "label": "Ideas", **fields}


def an_edge(edge_id: str = "e", **fields: Any) -> dict[str, Any]:
    return {"id": edge_id, "fromNode": "a", "toNode": "b", **fields}


def a_canvas(*nodes: Any, edges: Any = (), **top: Any) -> str:
    return json.dumps({"nodes": list(nodes), "edges": list(edges), **top})


def a_node(node_id: str = "a", kind: str = "sticky", **fields: Any) -> dict[str, Any]:
    """As the server gives it."""
    node = {"id": node_id, "parentId": BOARD, "type": kind, "name": "", "orderKey": "", "data": {"text": "Hello"}}
    return {**node, "createdAt": "2026-11-29T08:00:02.000000Z", **fields}


def an_arrow(edge_id: str = "e", **fields: Any) -> dict[str, Any]:
    edge = {"id": edge_id, "boardId": BOARD, "sourceNodeId": "a", "targetNodeId": "b", "label": "", "data": {}}
    return {**edge, **fields}


def a_board(**fields: Any) -> dict[str, Any]:
    return a_node(BOARD, "board", parentId=WORKSPACE, name="plan", data={}, **fields)
