"""Arrows between two nodes, told by the names of their ends."""

from collections.abc import Iterable, Iterator, Mapping

from engawa_text import jvm, units
from engawa_text.context.nodes import Edge, Node, key, kind, name, text, value
from engawa_text.words import Words

_NAME_UNITS = 30


def parts(edges: Iterable[Edge], seen: Mapping[str | None, Node], words: Words) -> Iterator[str]:
    """The block of a board's arrows: a blank line, its heading, a line each; nothing when there are none.

    Ends are named only among the nodes `seen` on the board, by id.
    """
    for number, edge in enumerate(edges):
        if number == 0:
            yield f"\n{words.arrows}\n"
        source = _end(edge, "source", seen, words)
        target = _end(edge, "target", seen, words)
        yield f"{line(edge, source, target)}{_color(edge, words)}\n"


def line(edge: Edge, source: str, target: str) -> str:
    """`- "a" → [label] "b"`; a blank label is left out."""
    label = edge.get("label")
    told = f"[{label}] " if isinstance(label, str) and not jvm.is_blank(label) else ""
    return f'- "{source}" → {told}"{target}"'


def called(node: Node) -> str:
    """How an arrow calls a node: the first 30 units of its text on one line or, where those are blank, its name.

    In this order: 30 leading spaces hide the text behind them. The name is not cut.
    """
    start = units.take(text(node).replace("\n", " "), _NAME_UNITS)
    return name(node) if jvm.is_blank(start) else start


def _end(edge: Edge, side: str, seen: Mapping[str | None, Node], words: Words) -> str:
    """Anything but null in `sourceFree` or `targetFree` means that this end hangs in the air, even false."""
    if value(edge, f"{side}Free") is not None:
        return words.unattached
    node = seen.get(key(edge, f"{side}NodeId"))
    return words.unknown if node is None else _called_on_board(node, words)


def _called_on_board(node: Node, words: Words) -> str:
    wordless = {"image": words.image, "drawing": words.drawing}
    return wordless.get(kind(node)) or called(node)


def _color(edge: Edge, words: Words) -> str:
    """Gray is what every arrow has until someone colours it; it alone goes without saying."""
    color = value(edge, "color")
    if not isinstance(color, str) or jvm.is_blank(color) or color == "gray":
        return ""
    return words.arrow_color.format(color=color)
