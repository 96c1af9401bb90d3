"""What the builders read of one node or edge, whatever its data holds."""

from typing import Any, TypeAlias

Node: TypeAlias = dict[str, Any]
Edge: TypeAlias = dict[str, Any]

ITEMS = frozenset({"sticky", "text_card", "shape"})


def value(node: Node, key: str) -> Any:
    """`data[key]`; None when it is missing, null, or there is no data to look into."""
    data = node.get("data")
    return data.get(key) if isinstance(data, dict) else None


def text(node: Node) -> str:
    """`data.text`; anything but a string counts as empty and is never converted."""
    found = value(node, "text")
    return found if isinstance(found, str) else ""


def name(node: Node) -> str:
    """The node's name with its newlines; empty when there is none."""
    found = node.get("name")
    return found if isinstance(found, str) else ""


def kind(node: Node) -> str:
    """The node's type; empty when it is no string."""
    found = node.get("type")
    return found if isinstance(found, str) else ""


def key(node: Node, field: str = "id") -> str | None:
    """An id as an index may hold it; None for whatever is no string."""
    found = node.get(field)
    return found if isinstance(found, str) else None


def is_live(node: Node) -> bool:
    """Whether a node or edge is not deleted."""
    return node.get("deletedAt") is None


def is_item(node: Node) -> bool:
    """Whether a node is one of the things that count as items of a board."""
    return kind(node) in ITEMS
