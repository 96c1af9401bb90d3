"""Reads what an export is made of from the server."""

from dataclasses import dataclass
from typing import Any

from engawa_agent import pages
from engawa_agent.api import Api
from engawa_agent.errors import Exit, Refused, Stop

Node = dict[str, Any]

CONTAINERS = ("workspace", "project", "board", "document", "chat_room")


@dataclass(frozen=True)
class Contents:
    """A container with all that is in it, oldest first, through the containers below."""

    top: Node
    nodes: list[Node]
    edges: list[Node]


def find(api: Api, node_id: str) -> Node:
    """Raises Stop for an id that nobody has, and for something that is not kept on its own."""
    try:
        node: Node = api.call("GET", f"/api/nodes/{node_id}").json
    except Refused as refused:
        if refused.status != 404:
            raise
        raise Stop(Exit.WRONG_USE, "E_NOT_FOUND", f"There is nothing with the id {node_id}.") from refused
    if node["type"] not in CONTAINERS:
        message = f"{node_id} is a {node['type']}; what can be exported is a {', '.join(CONTAINERS)}."
        raise Stop(Exit.WRONG_USE, "E_NOT_A_CONTAINER", message, "Export the board or document it belongs to.")
    return node


def read(api: Api, top: Node) -> Contents:
    nodes: list[Node] = []
    edges: list[Node] = []
    waiting = [top]
    while waiting:
        container = waiting.pop()
        found = list(pages.rows(api, "/api/nodes", {"containerId": container["id"]}))
        if container["type"] == "board":
            edges += pages.rows(api, "/api/edges", {"boardId": container["id"]})
        nodes += found
        waiting += [node for node in found if node["type"] in CONTAINERS]
    return Contents(top, nodes, edges)
