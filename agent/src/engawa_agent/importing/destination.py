"""Looks up where an import goes: a board that is there already keeps its name and place."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engawa_agent.api import Api
from engawa_agent.errors import Exit, Refused, Stop
from engawa_agent.importing.result import Import
from engawa_agent.importing.target import Target, id_by_name

# What an import leaves in a board or document and the next one replaces.
_FROM_A_FILE = ("canvas", "markdown", "content")


@dataclass(frozen=True)
class Wish:
    """What the command line says of it: `title` is the file's name without its extension."""

    file_name: str
    title: str
    board: str | None = None
    name: str | None = None
    parent: str | None = None

    def nowhere(self) -> Target:
        """Somewhere to read a file into before the server is asked for anything."""
        nothing = "00000000-0000-0000-0000-000000000000"
        return Target(self.board or nothing, self.name or self.title, self.parent or nothing)


@dataclass(frozen=True)
class Destination:
    """`there`: the board or document as the server has it, or None for a new one."""

    target: Target
    there: Mapping[str, Any] | None

    @property
    def state(self) -> str:
        return "updated" if self.there else "new"


def find(api: Api, wish: Wish) -> Destination:
    """Raises Stop when there is no such parent."""
    workspace_id = str(api.call("GET", "/api/workspace").json["id"])
    if wish.parent and not _node(api, wish.parent):
        message = f"--parent {wish.parent}: there is nothing with that id; nothing was written."
        raise Stop(Exit.WRONG_USE, "E_NO_PARENT", message)
    board_id = wish.board or id_by_name(workspace_id, wish.name or wish.file_name)
    there = _node(api, board_id)
    known = there or {}
    parent_id = wish.parent or known.get("parentId") or workspace_id
    return Destination(Target(board_id, wish.name or wish.title, parent_id), there)


def settled(imported: Import, destination: Destination, name: str | None) -> Import:
    """The import with its first node fitted to what is there. Raises Stop when that is something else."""
    top, there = imported.nodes[0], destination.there
    if there is None or top["id"] != destination.target.board_id:
        return imported if name is None else _renamed(imported, name)
    if there["type"] != top["type"]:
        message = f"{top['id']} is a {there['type']}, but this file makes a {top['type']}; nothing was written."
        raise Stop(Exit.WRONG_USE, "E_OTHER_TYPE", message, "Give another --board or --name.")
    kept = {key: value for key, value in there.get("data", {}).items() if key not in _FROM_A_FILE}
    fitted = {
        **top,
        "name": name or there.get("name") or top["name"],
        "orderKey": there.get("orderKey") or "",
        "data": {**kept, **top["data"]},
    }
    return replace(imported, nodes=[fitted, *imported.nodes[1:]])


def _renamed(imported: Import, name: str) -> Import:
    return replace(imported, nodes=[{**imported.nodes[0], "name": name}, *imported.nodes[1:]])


def _node(api: Api, node_id: str) -> Mapping[str, Any] | None:
    try:
        node: Mapping[str, Any] = api.call("GET", f"/api/nodes/{node_id}").json
        return node
    except Refused as refused:
        if refused.status != 404:
            raise
        return None
