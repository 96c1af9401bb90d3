"""How the builders grow with what they read. Times are of this machine; the ratios are what counts."""

import gc
import time
from collections.abc import Callable
from itertools import pairwise
from statistics import median
from typing import Any

from engawa_text.context import board, document

SIZES = (100, 1_000, 10_000, 50_000)
ROUNDS = 11
ENOUGH = 10_000  # nodes or blocks in one measurement
# The verdict is on what is sent; uncut, the text itself outgrows the processor's caches.
LIMITS: dict[str, dict[str, int]] = {"as sent": {}, "uncut": {"max_chars": 10**9}}
# Ten times as much may take twelve times as long: linear, with room for memory that no longer fits a cache.
MOST_FOR_TEN = 12.0

Build = Callable[..., object]


def a_board(size: int) -> list[dict[str, Any]]:
    """A board of sections with twenty items each, every fifth with a comment."""
    nodes = [a_node(0, None, "board", name="Board")]
    for number in range(1, size):
        kind = "section" if number % 25 == 1 else "comment" if number % 5 == 0 else "sticky"
        section = number - (number - 1) % 25
        parent = 0 if kind == "section" else number - 1 if kind == "comment" else section
        nodes.append(a_node(number, parent, kind, text=f"発売準備の確認 {number}", author="Aoki"))
    return nodes


def a_document(size: int) -> list[dict[str, Any]]:
    """A document of paragraphs, every tenth with a nested list item."""
    blocks = [a_block(number, [a_block(number, [])] if number % 10 == 0 else []) for number in range(size)]
    return [a_node(0, None, "document", name="Document", content=blocks)]


def a_node(number: int, parent: int | None, kind: str, name: str = "", **data: Any) -> dict[str, Any]:
    parent_id = None if parent is None else str(parent)
    return {"id": str(number), "parentId": parent_id, "type": kind, "name": name, "data": data, "deletedAt": None}


def a_block(number: int, children: list[dict[str, Any]]) -> dict[str, Any]:
    content = [{"type": "text", "text": f"価格は税込で表示する {number}", "styles": {}}]
    return {"type": "bulletListItem" if children else "paragraph", "content": content, "children": children}


def rounds(build: Build, made: list[list[dict[str, Any]]], options: dict[str, int]) -> list[list[float]]:
    """Seconds for each size, round after round. The sizes take turns, so that a machine that grows slower for a while
    slows all of them, and neighbours of one round can be compared.
    """
    # As timeit does: the builders make no cycles, and looking for some is not their work.
    gc.collect()
    gc.disable()
    return [[timed(build, *each, options) for each in zip(made, SIZES, strict=True)] for _ in range(ROUNDS)]


def timed(build: Build, nodes: list[dict[str, Any]], size: int, options: dict[str, int]) -> float:
    """Small ones so often that every size is measured over about as long."""
    often = max(1, ENOUGH // size)
    start = time.process_time()
    for _ in range(often):
        build(nodes, [], "0", **options)
    return (time.process_time() - start) / often


def row(name: str, build: Build, make: Callable[[int], list[dict[str, Any]]], options: dict[str, int]) -> bool:
    """One line of the table, medians of all rounds; whether it is linear."""
    measured = rounds(build, [make(size) for size in SIZES], options)
    took = [median(times) for times in zip(*measured, strict=True)]
    ratios = [[ratio(pair) for pair in pairwise(times)] for times in measured]
    growth = [median(same) for same in zip(*ratios, strict=True)]
    cells = [f"{1000 * spent:9.2f} ms" for spent in took]
    between = [f"x{times:5.1f}" for times in growth]
    print(f"{name:18}", cells[0], *(f"{times} {cell}" for times, cell in zip(between, cells[1:], strict=True)))
    tens = [times for times, (few, many) in zip(growth, pairwise(SIZES), strict=True) if many == 10 * few]
    return bool(max(tens) <= MOST_FOR_TEN)


def ratio(neighbours: tuple[float, float]) -> float:
    earlier, later = neighbours
    return later / max(earlier, 1e-6)


def shown() -> bool:
    """Prints the table; whether what is sent grows linearly."""
    print(f"{'nodes or blocks':18}", f"{SIZES[0]:12,}", *(f"{size:19,}" for size in SIZES[1:]))
    linear = [
        row(f"{name}, {limit}", build, make, options) or limit == "uncut"
        for name, build, make in (("board", board.build, a_board), ("document", document.build, a_document))
        for limit, options in LIMITS.items()
    ]
    print("linear" if all(linear) else f"NOT linear: ten times as much took over {MOST_FOR_TEN:.0f} times as long")
    return all(linear)
