"""What lies inside what on a board, in the file's own units (y grows downwards)."""

from collections.abc import Sequence
from dataclasses import dataclass

# The server keeps 64 levels in all; a board may itself stand some way down.
MAX_LEVELS = 40


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float = 0
    height: float = 0

    @property
    def area(self) -> float:
        return self.width * self.height

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def has_point(self, x: float, y: float) -> bool:
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height

    def has_box(self, other: "Box") -> bool:
        far_corner = other.x + other.width, other.y + other.height
        return self.has_point(other.x, other.y) and self.has_point(*far_corner)


def holders(boxes: Sequence[Box | None], groups: Sequence[int]) -> dict[int, int]:
    """Who stands in which group, by position in `boxes`; what stands in none is absent.

    An item is in the smallest group that has its centre, a group in the smallest that has all of it. Of two
    groups with the same box the earlier one, which lies below, holds the later.
    """
    placed = {group: box for group in groups if (box := boxes[group])}
    smallest_first = sorted(placed, key=lambda group: (placed[group].area, -group))
    rank = {group: number for number, group in enumerate(smallest_first)}
    found = {}
    for index, box in enumerate(boxes):
        if box is None:
            continue
        is_group = index in rank
        larger = smallest_first[rank[index] + 1 :] if is_group else smallest_first
        holder = _first(placed, larger, box, is_group)
        if holder is not None:
            found[index] = holder
    return found


def _first(placed: dict[int, Box], groups: Sequence[int], box: Box, is_group: bool) -> int | None:
    if is_group:
        return next((group for group in groups if placed[group].has_box(box)), None)
    x, y = box.centre
    return next((group for group in groups if placed[group].has_point(x, y)), None)


def limited(holder_of: dict[int, int], levels: int = MAX_LEVELS) -> dict[int, int]:
    """The same with what is nested deeper than `levels` moved up to the last group that may hold something."""
    return {index: _last_allowed(holder_of, holder, levels) for index, holder in holder_of.items()}


def _last_allowed(holder_of: dict[int, int], holder: int, levels: int) -> int:
    chain = [holder]
    while chain[-1] in holder_of:
        chain.append(holder_of[chain[-1]])
    return chain[max(len(chain) - levels, 0)]


FREE_END_DISTANCE = 120
_AWAY = {"top": (0, -1), "bottom": (0, 1), "left": (-1, 0), "right": (1, 0)}


def beside(box: Box | None, side: object) -> dict[str, float]:
    """A point next to a box, where the free end of an arrow that leaves it there may be drawn."""
    if box is None:
        return {"x": 0, "y": 0}
    right, down = _AWAY.get(side if isinstance(side, str) else "", _AWAY["right"])
    x, y = box.centre
    return {
        "x": x + right * (box.width / 2 + FREE_END_DISTANCE),
        "y": y + down * (box.height / 2 + FREE_END_DISTANCE),
    }
