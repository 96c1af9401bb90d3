"""Reads one thing of the workspace for a model: what the context had to cut is there whole."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from engawa_agent.errors import Refused, ServerAway
from engawa_agent.providers.options import Tool
from engawa_agent.toolbox import Handler, ToolContext, ToolFailed
from engawa_text import units
from engawa_text.context import board, document
from engawa_text.context.nodes import text
from engawa_text.words import WORDS

ID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
CONTAINERS = ("workspace", "project", "board", "document", "chat_room")
MOST_CHARACTERS = 6_000
MOST_CHILDREN = 60
TITLE = 80
SECONDS = 2.0  # a job that is cancelled meanwhile has to be over by then

Node = dict[str, Any]


def run(context: ToolContext, arguments: Mapping[str, Any]) -> str:
    """The text of a node, and the ids of what lies directly in it. Raises ToolFailed."""
    node = _called(context, f"/api/nodes/{_id(context.job, arguments.get('id'))}")
    inside = _inside(context, node) if node.get("type") in CONTAINERS else []
    children = [child for child in inside if child.get("parentId") == node["id"]]
    parts = [_line(node), _told(context, node, inside), _listed(children)]
    return "\n\n".join(filter(None, parts))


def _id(job: Mapping[str, Any], wanted: object) -> str:
    payload = job.get("payload") or {}
    found = wanted or payload.get("targetId") or payload.get("chatRoomId")
    if not isinstance(found, str) or not ID.fullmatch(found):
        raise ToolFailed("id: is needed, as one of the ids that this tool has told of.")
    return found


def _told(context: ToolContext, node: Node, inside: Iterable[Node]) -> str:
    words = WORDS["en" if (context.job.get("payload") or {}).get("locale") == "en" else "ja"]
    nodes = [{**node, "data": node.get("data") or {}}, *inside]
    if node["type"] == "board":
        edges = _called(context, "/api/edges", boardId=node["id"])
        return board.build(nodes, edges, node["id"], max_chars=MOST_CHARACTERS, words=words)
    if node["type"] == "document":
        return document.build(nodes, [], node["id"], max_chars=MOST_CHARACTERS, words=words)
    return units.whole(units.cut(text(node), MOST_CHARACTERS))


def _listed(children: list[Node]) -> str:
    if not children:
        return ""
    rest = len(children) - MOST_CHILDREN
    more = [f"- and {rest} more"] if rest > 0 else []
    return "\n".join(["In it:", *map(_line, children[:MOST_CHILDREN]), *more])


def _line(node: Node) -> str:
    title = str(node.get("name") or text(node) or "").replace("\n", " ")
    return f"- [{node.get('type')}] {units.whole(units.take(title, TITLE))} (id {node.get('id')})"


def _inside(context: ToolContext, node: Node) -> list[Node]:
    found: list[Node] = _called(context, "/api/nodes", containerId=node["id"])
    return found


def _called(context: ToolContext, path: str, **params: str) -> Any:
    try:
        return context.api.call("GET", path, params=params, timeout=SECONDS).json
    except Refused as refused:
        raise ToolFailed(_why(refused)) from refused
    except ServerAway as away:
        raise ToolFailed(f"It cannot be read now: {away.reason}") from away


def _why(refused: Refused) -> str:
    if refused.status == 403:
        return "This agent may not read the workspace: whoever approved it has not granted nodes:read."
    return "There is nothing with this id." if refused.status == 404 else f"It cannot be read: {refused.message}"


HANDLER = Handler(
    Tool(
        "read_node",
        "Reads one thing of the workspace whole: a board, a document, a note. Also tells the ids of what lies in it. "
        "Without an id it reads what this task is about.",
        {
            "type": "object",
            "properties": {"id": {"type": "string", "description": "The id of the thing, as this tool told it."}},
        },
    ),
    run,
)
