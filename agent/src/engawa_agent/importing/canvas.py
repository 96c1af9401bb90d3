"""JSON Canvas 1.0 (.canvas, the format of Obsidian's whiteboards) to a board.

text -> sticky or text_card (cards.py), link -> link, file -> image for a picture and link for anything else, group ->
section by geometry (geometry.py). An unknown type becomes a text_card. What is not taken is kept in `data["canvas"]`,
with the file's own id and type, and comes back on export.
"""

from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Any

from engawa_agent.importing import canvas_edges, json_text
from engawa_agent.importing.canvas_fields import Fields, claim_id, tell_kept
from engawa_agent.importing.cards import is_sticky
from engawa_agent.importing.geometry import Box, holders, limited
from engawa_agent.importing.ids import Ids
from engawa_agent.importing.log import Log
from engawa_agent.importing.result import Import, Node
from engawa_agent.importing.sizes import refuse_too_large, short_name
from engawa_agent.importing.target import Target
from engawa_agent.importing.trouble import BadFile

Content = tuple[str, str, dict[str, Any]]  # type, name, data

PICTURES = frozenset((".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".avif", ".heic"))


def read(text: str, into: Target) -> Import:
    """Raises BadFile for a text that is no canvas; what is wrong with one node or edge is noted."""
    loaded = json_text.load(text)
    if not isinstance(loaded.value, dict):
        raise BadFile("", 'is no JSON Canvas: that is an object with "nodes" and "edges"')
    log = Log(loaded.notes)
    raw_nodes, raw_edges = (_array(loaded.value, name) for name in ("nodes", "edges"))
    log.found = len(raw_nodes) + len(raw_edges)
    ids = Ids(into)
    nodes = _nodes(raw_nodes, ids, log)
    boxes = {str(node["id"]): box_of(node) for node in nodes.values()}
    edges = canvas_edges.read(raw_edges, canvas_edges.Nodes(ids.known, boxes), into, log)
    board = _board(loaded.value, into, log)
    return Import(into.title, [board, *_in_sections(nodes, into, log)], edges, log.counts(), log.notes)


def _array(top: Mapping[str, Any], name: str) -> list[Any]:
    value = top.get(name)
    if value is not None and not isinstance(value, list):
        raise BadFile(f"/{name}", "is not an array")
    return value or []


def _board(top: Mapping[str, Any], into: Target, log: Log) -> Node:
    rest = {name: value for name, value in top.items() if name not in ("nodes", "edges")}
    tell_kept(rest, "", log)
    data = {"canvas": rest} if rest else {}
    board = {
        "id": into.board_id,
        "parentId": into.parent_id,
        "type": "board",
        "name": into.title,
        "data": data,
    }
    refuse_too_large(board, "")
    return board


def _nodes(raw_nodes: list[Any], ids: Ids, log: Log) -> dict[str, Node]:
    """By JSON pointer, in the file's order."""
    nodes = {}
    for index, raw in enumerate(raw_nodes):
        place = f"/nodes/{index}"
        if isinstance(raw, dict):
            nodes[place] = {**_node(raw, place, ids, log), "orderKey": f"{index:06d}"}
        else:
            log.leave_out(place, "is not an object")
    return nodes


def _node(raw: Mapping[str, Any], place: str, ids: Ids, log: Log) -> Node:
    fields = Fields(raw)
    node_id = claim_id(fields, place, ids, log)
    kind, name, data = _content(fields, place, log)
    data = {**data, **fields.color(), **fields.place(), "canvas": fields.rest}
    if not {"x", "y"} <= data.keys():
        log.note(place, "has no usable x and y: it stands in no section, and an export finds a place for it")
    tell_kept(fields.rest, place, log)
    node = {"id": node_id, "type": kind, "name": short_name(name), "data": data}
    refuse_too_large(node, place)
    return node


def _content(fields: Fields, place: str, log: Log) -> Content:
    kind = fields.rest.get("type")
    read_kind = _KINDS.get(kind) if isinstance(kind, str) else None
    if read_kind:
        return read_kind(fields)
    log.note(f"{place}/type" if "type" in fields.rest else place, "is of no known type: taken as a text card")
    return "text_card", "", {"text": fields.text("text")}


def _text(fields: Fields) -> Content:
    text = fields.text("text")
    return "sticky" if is_sticky(text) else "text_card", "", {"text": text}


def _link(fields: Fields) -> Content:
    url = fields.text("url")
    return "link", url, {"url": url}


def _file(fields: Fields) -> Content:
    path = fields.text("file")
    name = PurePosixPath(path).name
    if PurePosixPath(path).suffix.lower() in PICTURES:
        return "image", name, {"url": path, "name": name}
    return "link", name, {"url": path, "text": name}


def _group(fields: Fields) -> Content:
    return "section", fields.label(), {}


_KINDS: Mapping[str, Callable[[Fields], Content]] = {
    "text": _text,
    "link": _link,
    "file": _file,
    "group": _group,
}


def box_of(node: Node) -> Box | None:
    """Where a node stands; None for one without coordinates."""
    data = node["data"]
    if "x" not in data or "y" not in data:
        return None
    return Box(data["x"], data["y"], data.get("width", 0), data.get("height", 0))


def _in_sections(nodes: Mapping[str, Node], into: Target, log: Log) -> list[Node]:
    """The nodes with their parents: the section they lie in, else the board."""
    rows = list(nodes.values())
    groups = [index for index, node in enumerate(rows) if node["type"] == "section"]
    real = holders([box_of(node) for node in rows], groups)
    kept = limited(real)
    for index, place in enumerate(nodes):
        if kept.get(index) != real.get(index):
            log.note(place, "is nested too deeply: it stands in the last section that may hold something")
    parents = {index: str(rows[holder]["id"]) for index, holder in kept.items()}
    return [{**node, "parentId": parents.get(index, into.board_id)} for index, node in enumerate(rows)]
