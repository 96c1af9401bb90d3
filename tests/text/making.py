"""Nodes, edges and blocks for the tests of the text layer."""

from typing import Any

CREATED = "2026-11-29T08:00:00.000000Z"


def a_node(node_id: str, kind: str, parent: str | None = None, /, **fields: Any) -> dict[str, Any]:
    """A live node; `data` is whatever fields are named beside those of the node itself."""
    own = {key: fields.pop(key) for key in ("name", "createdAt", "deletedAt") if key in fields}
    return {
        "id": node_id,
        "parentId": parent,
        "type": kind,
        "name": "",
        "data": fields,
        "createdAt": CREATED,
        "deletedAt": None,
    } | own


def an_edge(source: str, target: str, *, board: str = "b", label: str = "", **data: Any) -> dict[str, Any]:
    """A live arrow of a board."""
    ends = {"id": f"{source}-{target}", "boardId": board, "sourceNodeId": source, "targetNodeId": target}
    return {**ends, "label": label, "data": data, "deletedAt": None}


def a_block(kind: str, text: str = "", *children: dict[str, Any], **props: Any) -> dict[str, Any]:
    """A BlockNote block with plain text."""
    content = [{"type": "text", "text": text, "styles": {}}] if text else []
    return {"id": "x", "type": kind, "props": props, "content": content, "children": list(children)}


def nested(levels: int) -> list[dict[str, Any]]:
    """Blocks `levels` deep, each a list item with one child."""
    block = a_block("bulletListItem", "innermost")
    for _ in range(levels - 1):
        block = a_block("bulletListItem", "", block)
    return [block]
