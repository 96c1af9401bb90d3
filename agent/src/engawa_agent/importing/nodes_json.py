"""Our own JSON: `{"nodes": [...], "edges": [...]}`, or the array that GET /api/nodes gives.

A file whose one root is a board or document becomes the target itself. Further trees (projects, folders, chat rooms)
go under the target's parent, loose items on the target. Ids are made anew from the target's, so the file becomes a
copy; only when the file's board *is* the target, its UUIDs stay and the nodes there are updated in place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from engawa_agent.importing import json_text, rows
from engawa_agent.importing.ids import Ids
from engawa_agent.importing.json_text import under
from engawa_agent.importing.log import Log
from engawa_agent.importing.result import Edge, Import, Node
from engawa_agent.importing.rows import TREE_TYPES, Row
from engawa_agent.importing.sizes import refuse_too_large
from engawa_agent.importing.target import Target
from engawa_agent.importing.trouble import BadFile

MAX_LEVELS = 60  # the server keeps 64, and the target stands on some of them
FREE = {"x": 0, "y": 0}


def read(text: str, into: Target) -> Import:
    """Raises BadFile, with a JSON pointer, at the first thing that is not as the server would have it."""
    loaded = json_text.load(text)
    raw_nodes, raw_edges = _arrays(loaded.value)
    log = Log(loaded.notes, found=len(raw_nodes) + len(raw_edges))
    tree = _tree(_without_workspace(list(rows.nodes(raw_nodes, log)), log), into, log)
    nodes = _nodes(tree, into)
    edges = _edges(list(rows.edges(raw_edges, log)), tree, str(nodes[0]["id"]), log)
    return Import(str(nodes[0]["name"]), nodes, edges, log.counts(), log.notes)


def _arrays(value: Any) -> tuple[list[Any], list[Any]]:
    if isinstance(value, list):
        return value, []
    if not isinstance(value, dict) or (value and not value.keys() & {"nodes", "edges"}):
        raise BadFile("", 'is neither an array of nodes nor an object with "nodes" and "edges"')
    found = [value.get(name) or [] for name in ("nodes", "edges")]
    for name, array in zip(("nodes", "edges"), found, strict=True):
        if not isinstance(array, list):
            raise BadFile(f"/{name}", "is not an array")
    return found[0], found[1]


def _without_workspace(found: list[Row], log: Log) -> list[Row]:
    for row in found:
        if row.type == "workspace":
            log.leave_out(row.place, "is another workspace's root; what is in it goes into this one")
    return [row for row in found if row.type != "workspace"]


@dataclass(frozen=True)
class _Tree:
    """The file's nodes with their new ids, by position; `main` is the root that becomes the target."""

    rows: Sequence[Row]
    ids: Sequence[str]
    known: Mapping[str, str]
    main: Row | None
    naming: "_Naming"


@dataclass(frozen=True)
class _Naming:
    """New ids from old ones. `in_place`: the file's board is the target, so UUIDs stay."""

    into: Target
    in_place: bool

    def id_of(self, own: str) -> str:
        return own if self.in_place and _is_uuid(own) else self.into.id_of(own)


def _tree(found: list[Row], into: Target, log: Log) -> _Tree:
    _refuse_circles(found)
    main = _main(found)
    naming = _Naming(into, in_place=main is not None and main.id == into.board_id)
    ids, given = Ids(into), []
    for row in found:
        again = row.id in ids.known
        if again:
            log.note(under(row.place, "id"), f'"{row.id}" is used before: this one got an id of its own')
        fresh = ids.claim(row.id, row.place)
        given.append(fresh if again else into.board_id if row is main else naming.id_of(row.id))
    known = {row.id: new for row, new in reversed(list(zip(found, given, strict=True)))}
    return _Tree(found, given, known, main, naming)


def _roots(found: Sequence[Row]) -> list[Row]:
    known = {row.id for row in found}
    return [row for row in found if row.parent not in known]


def _main(found: Sequence[Row]) -> Row | None:
    trees = [row for row in _roots(found) if row.type in TREE_TYPES]
    return trees[0] if len(trees) == 1 and trees[0].type in ("board", "document") else None


def _refuse_circles(found: Sequence[Row]) -> None:
    parents = {row.id: row.parent for row in reversed(found)}
    for row in found:
        above, levels = row.parent, 0
        while above in parents and levels <= MAX_LEVELS:
            above, levels = parents[above], levels + 1
        if levels > MAX_LEVELS:
            what = f"leads in a circle, or down more than {MAX_LEVELS} levels"
            raise BadFile(under(row.place, "parentId"), what)


def _nodes(tree: _Tree, into: Target) -> list[Node]:
    """The target first. There is a new board when the file has none and something for one."""
    loose = [row for row in _roots(tree.rows) if row.type not in TREE_TYPES]
    made = [_node(row, new, tree, into) for row, new in zip(tree.rows, tree.ids, strict=True)]
    if tree.main:
        return sorted(made, key=lambda node: node["id"] != into.board_id)
    if loose or not made:
        board = {
            "id": into.board_id,
            "parentId": into.parent_id,
            "type": "board",
            "name": into.title,
            "data": {},
        }
        return [board, *made]
    return made


def _node(row: Row, new_id: str, tree: _Tree, into: Target) -> Node:
    top = into.parent_id if row.type in TREE_TYPES else into.board_id
    node = {
        "id": new_id,
        "parentId": tree.known.get(row.parent, top),
        "type": row.type,
        "name": row.name or (into.title if row is tree.main else ""),
        "orderKey": row.order_key,
        "data": row.data,
    }
    refuse_too_large(node, row.place)
    return node


def _edges(found: Sequence[Row], tree: _Tree, first_id: str, log: Log) -> list[Edge]:
    seen: set[str] = set()
    edges = []
    for row in found:
        again = row.id in seen
        seen.add(row.id)
        if again:
            log.leave_out(under(row.place, "id"), f'"{row.id}" is used before')
        else:
            edges.append(_edge(row, tree, first_id, log))
    return edges


def _edge(row: Row, tree: _Tree, first_id: str, log: Log) -> Edge:
    free: dict[str, Any] = {}
    for end, own in (("source", row.source), ("target", row.target)):
        if own not in tree.known and row.data.get(f"{end}Free") is None:
            log.note(under(row.place, f"{end}NodeId"), "leads to no node of this file")
            free |= {} if tree.naming.in_place else {f"{end}Free": FREE}
    edge = {
        "id": tree.naming.id_of(row.id),
        "boardId": tree.known.get(row.board, first_id),
        "sourceNodeId": tree.known.get(row.source) or tree.naming.id_of(row.source),
        "targetNodeId": tree.known.get(row.target) or tree.naming.id_of(row.target),
        "label": row.name,
        "data": {**row.data, **free},
    }
    refuse_too_large(edge, row.place)
    return edge


def _is_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False
