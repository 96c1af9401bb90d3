"""Places on a board for what has none: rows under what is placed, inside its own section."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engawa_agent.importing.canvas_fields import is_number
from engawa_agent.importing.geometry import Box

Node = Mapping[str, Any]

SIZES = {"sticky": (200, 200), "text_card": (320, 200), "image": (320, 240), "link": (320, 120)}
OTHER_SIZE = (240, 120)
EMPTY_SECTION = (480, 280)
GAP, HEAD = 40, 60  # round about everything; over the first row of a section, for its name
COLUMNS = 4


def boxes(nodes: Sequence[Node], board_id: str) -> dict[str, Box]:
    """A box for each node under the board, by id. Sections grow to hold what gets its place in them."""
    layout = _Layout(_children(nodes, board_id))
    layout.fill(board_id, 0, 0)
    return layout.boxes


def placed(node: Node) -> Box | None:
    """The box that its own numbers say, or None when x or y is missing."""
    data = node["data"]
    if not (is_number(data.get("x")) and is_number(data.get("y"))):
        return None
    width, height = SIZES.get(node["type"], OTHER_SIZE)
    return Box(data["x"], data["y"], _size(data.get("width"), width), _size(data.get("height"), height))


def _size(given: object, usual: float) -> float:
    return given if isinstance(given, int | float) and is_number(given) else usual


def _children(nodes: Sequence[Node], board_id: str) -> dict[str, list[Node]]:
    sections = {node["id"] for node in nodes if node["type"] == "section"}
    children: dict[str, list[Node]] = {}
    for node in nodes:
        holder: str = node["parentId"] if node.get("parentId") in sections else board_id
        children.setdefault(holder, []).append(node)
    return children


@dataclass
class _Layout:
    children: Mapping[str, Sequence[Node]]
    boxes: dict[str, Box] = field(default_factory=dict)

    def fill(self, holder_id: str, left: float, top: float) -> tuple[list[Box], list[Box]]:
        """Give everything in one holder its box: (those that had a place, those that got one).

        Rows start under the former or, without any, at (left, top).
        """
        inside = self.children.get(holder_id, ())
        fixed = [self._fixed(node, box) for node in inside if (box := placed(node))]
        if fixed:
            left, top = min(box.x for box in fixed), max(box.y + box.height for box in fixed) + GAP
        return fixed, self._rows([node for node in inside if not placed(node)], left, top)

    def _rows(self, nodes: Sequence[Node], left: float, top: float) -> list[Box]:
        laid: list[Box] = []
        for start in range(0, len(nodes), COLUMNS):
            row = self._row(nodes[start : start + COLUMNS], left, top)
            top = max(box.y + box.height for box in row) + GAP
            laid += row
        return laid

    def _row(self, nodes: Iterable[Node], left: float, top: float) -> list[Box]:
        row = []
        for node in nodes:
            row.append(self._laid(node, left, top))
            left = max(left, row[-1].x) + row[-1].width + GAP
        return row

    def _fixed(self, node: Node, box: Box) -> Box:
        """What was put somewhere stays; a section grows only for what gets its place in it now."""
        if node["type"] == "section":
            _, laid = self.fill(node["id"], box.x + GAP, box.y + HEAD)
            box = _around([box, *map(_with_margin, laid)])
        self.boxes[node["id"]] = box
        return box

    def _laid(self, node: Node, left: float, top: float) -> Box:
        box = Box(left, top, *SIZES.get(node["type"], OTHER_SIZE))
        if node["type"] == "section":
            fixed, laid = self.fill(node["id"], left + GAP, top + HEAD)
            inner = [_with_margin(each) for each in (*fixed, *laid)]
            box = _around(inner) if inner else Box(left, top, *EMPTY_SECTION)
        self.boxes[node["id"]] = box
        return box


def _with_margin(box: Box) -> Box:
    return Box(box.x - GAP, box.y - HEAD, box.width + 2 * GAP, box.height + HEAD + GAP)


def _around(inner: Sequence[Box]) -> Box:
    left, top = min(box.x for box in inner), min(box.y for box in inner)
    right = max(box.x + box.width for box in inner)
    bottom = max(box.y + box.height for box in inner)
    return Box(left, top, right - left, bottom - top)
