"""Nodes and edges of our own JSON, each field checked before anything is made of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engawa_agent.importing.ids import text_of
from engawa_agent.importing.json_text import under
from engawa_agent.importing.log import Log
from engawa_agent.importing.sizes import MAX_NAME
from engawa_agent.importing.trouble import BadFile

TREE_TYPES = {"project", "group", "board", "document", "chat_room"}
BOARD_TYPES = {"section", "sticky", "text_card", "shape", "drawing", "image", "link", "comment_pin", "comment"}
OTHER_TYPES = {"workspace", "block", "message", "decision", "open_question", "task", "ai_summary"}
TYPES = TREE_TYPES | BOARD_TYPES | OTHER_TYPES

# The server's own; it sets them anew.
_SERVERS = frozenset(("workspaceId", "createdAt", "updatedAt", "deletedAt"))
_NODES = frozenset(("id", "type", "parentId", "name", "orderKey", "data"))
_EDGES = frozenset(("id", "boardId", "sourceNodeId", "targetNodeId", "label", "data"))


@dataclass(frozen=True)
class Row:
    """One node or edge: its JSON pointer and its fields, of which the texts are "" where they are absent."""

    place: str
    id: str
    type: str = ""
    parent: str = ""
    name: str = ""
    order_key: str = ""
    board: str = ""
    source: str = ""
    target: str = ""
    data: dict[str, Any] = field(default_factory=dict)


def nodes(raw_rows: list[Any], log: Log) -> Iterator[Row]:
    """Live ones only. Raises BadFile at the first field that cannot be."""
    for place, raw in _objects("/nodes", raw_rows):
        if raw.get("deletedAt"):
            log.leave_out(place, "is deleted")
            continue
        _tell_unknown(raw, _NODES, place, log)
        yield Row(
            place,
            _id(raw, place, "id"),
            type=_type(raw, place),
            parent=_id(raw, place, "parentId", required=False),
            name=_text(raw, place, "name"),
            order_key=_text(raw, place, "orderKey", limit=255),
            data=_data(raw, place),
        )


def edges(raw_rows: list[Any], log: Log) -> Iterator[Row]:
    for place, raw in _objects("/edges", raw_rows):
        if raw.get("deletedAt"):
            log.leave_out(place, "is deleted")
            continue
        _tell_unknown(raw, _EDGES, place, log)
        yield Row(
            place,
            _id(raw, place, "id"),
            name=_text(raw, place, "label"),
            board=_id(raw, place, "boardId", required=False),
            source=_id(raw, place, "sourceNodeId"),
            target=_id(raw, place, "targetNodeId"),
            data=_data(raw, place),
        )


def _objects(pointer: str, raw_rows: list[Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for index, raw in enumerate(raw_rows):
        place = under(pointer, index)
        if not isinstance(raw, dict):
            raise BadFile(place, "is not an object")
        yield place, raw


def _id(raw: Mapping[str, Any], place: str, name: str, required: bool = True) -> str:
    """UUIDs in lower case, as the server has them."""
    if not required and raw.get(name) is None:
        return ""
    own = text_of(raw.get(name))
    if not own:
        raise BadFile(under(place, name), "is missing or no id")
    return own.lower()


def _type(raw: Mapping[str, Any], place: str) -> str:
    value = raw.get("type")
    if isinstance(value, str) and value in TYPES:
        return value
    hint = "; for a JSON Canvas file add --format canvas" if {"x", "y"} <= raw.keys() else ""
    raise BadFile(under(place, "type"), f"is not a node type of Engawa{hint}")


def _text(raw: Mapping[str, Any], place: str, name: str, limit: int = MAX_NAME) -> str:
    value = raw.get(name)
    if value is not None and not isinstance(value, str):
        raise BadFile(under(place, name), "is not a text")
    if value and len(value) > limit:
        raise BadFile(under(place, name), f"is longer than {limit} characters")
    return value or ""


def _data(raw: Mapping[str, Any], place: str) -> dict[str, Any]:
    value = raw.get("data")
    if value is not None and not isinstance(value, dict):
        raise BadFile(under(place, "data"), "is not an object")
    if value and "" in value:
        raise BadFile(under(place, "data"), "has an empty key")
    return dict(value or {})


def _tell_unknown(raw: Mapping[str, Any], known: frozenset[str], place: str, log: Log) -> None:
    for name in sorted(raw.keys() - _SERVERS - known):
        log.note(under(place, name), "is not a field of Engawa: left out")
