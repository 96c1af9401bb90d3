"""A board as JSON Canvas 1.0: sections as groups, arrows as edges.

What an import kept aside in `data["canvas"]` comes back, under what the board itself says: a field that was changed
here has its new value, one that was not has exactly its old one.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engawa_agent.exporting import canvas_edges, layout
from engawa_agent.exporting.canvas_fields import color, is_imported, kept, label, numbers, own_ids
from engawa_agent.exporting.result import Export
from engawa_agent.importing.geometry import Box

Node = Mapping[str, Any]
Content = tuple[str, dict[str, Any]]  # the format's type, and the fields that go with it

TYPES = ("text", "file", "link", "group")
# They speak about something else on the board, or are drawn by hand: no text node says that.
NOT_DRAWN = frozenset(("comment", "comment_pin", "drawing", "message", "block"))


def write(board: Node, nodes: Sequence[Node], edges: Sequence[Node]) -> Export:
    """`nodes` and `edges` as the server lists them; `data` of each is an object."""
    drawn = [node for node in sorted(nodes, key=_order) if _content(node)]
    ids, edge_ids = own_ids(drawn), own_ids(edges)
    places = layout.boxes(drawn, board["id"])
    written = [_node(node, ids[node["id"]], places[node["id"]]) for node in drawn]
    arrows = [arrow for edge in edges if (arrow := canvas_edges.write(edge, edge_ids[edge["id"]], ids))]
    content = {**kept(board), "nodes": written, "edges": arrows}
    left_out = Counter(node["type"] for node in nodes if not _content(node))
    left_out["arrow with a free end"] = len(edges) - len(arrows)
    text = json.dumps(content, ensure_ascii=False, indent="\t") + "\n"
    return Export(text, +left_out, Counter(f"{node['type']} as text" for node in drawn if _is_changed(node)))


def _order(node: Node) -> tuple[Any, ...]:
    """Order is z-order: first the imported ones as they were, then sections, then what may lie on them."""
    if is_imported(node):
        return 0, node.get("orderKey") or "", False, "", node["id"]
    return 1, "", node["type"] != "section", node.get("createdAt", ""), node["id"]


def _node(node: Node, own_id: Any, box: Box) -> dict[str, Any]:
    kind, content = _content(node) or ("text", {})
    aside = {name: value for name, value in kept(node).items() if name != "id"}
    kind = aside["type"] if "type" in aside and aside["type"] not in TYPES else kind
    needed = {"text": ""} if kind == "text" else {}
    own_numbers, given_numbers = numbers(node, box)
    own = {"type": kind, **own_numbers, **color(node), **{name: value for name, value in content.items() if value}}
    return {"id": own_id, **needed, **given_numbers, **aside, **own}


def _content(node: Node) -> Content | None:
    """None for what the format has no form for."""
    text, url = (_text(node["data"].get(name)) for name in ("text", "url"))
    match node["type"]:
        case "section":
            return "group", {"label": label(node, "name")}
        case "sticky" | "text_card":
            return "text", {"text": text}
        case "image" | "link":
            return _pointer(node, url)
        case kind if kind in NOT_DRAWN:
            return None
    return ("text", {"text": text}) if text else None


def _pointer(node: Node, url: str) -> Content:
    """A path is a file, an address a link; an imported one stays what it was."""
    is_path = node["type"] == "image" and "://" not in url and not url.startswith("data:")
    if kept(node).get("type") == "file" or (is_path and not is_imported(node)):
        return "file", {"file": url}
    return "link", {"url": url}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _is_changed(node: Node) -> bool:
    return node["type"] not in ("section", "sticky", "text_card", "image", "link")
