"""What a node can be. A new type is one row here."""

from collections.abc import Mapping
from dataclasses import dataclass

from engawa.errors import Invalid


@dataclass(frozen=True)
class NodeType:
    """`container`: its subtree, down to the next container, is read in one query."""

    container: bool = False


NODE_TYPES: Mapping[str, NodeType] = {
    "workspace": NodeType(container=True),
    "project": NodeType(container=True),
    "group": NodeType(),
    "board": NodeType(container=True),
    "section": NodeType(),
    "sticky": NodeType(),
    "text_card": NodeType(),
    "shape": NodeType(),
    "drawing": NodeType(),
    "image": NodeType(),
    "link": NodeType(),
    "comment_pin": NodeType(),
    "comment": NodeType(),
    "document": NodeType(container=True),
    "block": NodeType(),
    "chat_room": NodeType(container=True),
    "message": NodeType(),
    "decision": NodeType(),
    "open_question": NodeType(),
    "task": NodeType(),
    "ai_summary": NodeType(),
}


def is_container(type_name: str) -> bool:
    return NODE_TYPES[type_name].container


def checked(type_name: str, field: str = "type") -> str:
    if type_name not in NODE_TYPES:
        raise Invalid(f"{field}: is not a node type; there are {', '.join(NODE_TYPES)}.")
    return type_name
