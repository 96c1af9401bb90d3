"""The document context: its title and its BlockNote blocks, flattened to lines."""

from collections.abc import Iterable, Iterator

from engawa_text import jvm, units
from engawa_text.context.nodes import Edge, Node, name, value
from engawa_text.context.tree import grow
from engawa_text.words import JA, Words

_LIST_MARKS = {"bulletListItem": "- ", "checkListItem": "- ", "numberedListItem": "1. "}


def build(
    nodes: Iterable[Node], edges: Iterable[Edge], document_id: str, *, max_chars: int = 6000, words: Words = JA
) -> str:
    """The text of the document, at most `max_chars` units and the marker. Raises TargetMissing."""
    return told(grow(nodes, edges).target(document_id), max_chars, words)


def told(document: Node, max_chars: int, words: Words) -> str:
    """The text of a document that was found already."""
    return units.gather(_parts(document, words), max_chars)


def _parts(document: Node, words: Words) -> Iterator[str]:
    yield f"{words.document.format(name=name(document))}\n\n"
    content = value(document, "content")
    if not isinstance(content, list) or not content:
        yield f"{words.no_content}\n"
        return
    for block, depth in _flattened(content):
        text = _text(block)
        if not jvm.is_blank(text):
            yield f"{_start(block, depth)}{text}\n"


def _flattened(content: list[object]) -> Iterator[tuple[dict[str, object], int]]:
    """Every block with its depth, parents first; what is no block is passed over, and its children with it.

    A stack and not recursion: blocks may be nested deeper than Python's own limit.
    """
    waiting = [(block, 0) for block in reversed(content)]
    while waiting:
        block, depth = waiting.pop()
        if not isinstance(block, dict):
            continue
        yield block, depth
        children = block.get("children")
        if isinstance(children, list):
            waiting += [(child, depth + 1) for child in reversed(children)]


def _start(block: dict[str, object], depth: int) -> str:
    """What stands before a block's text: a heading's level, unindented, or the indentation and a list mark."""
    kind = block.get("type")
    if kind == "heading":
        return "#" * _level(block.get("props")) + " "
    return "  " * depth + (_LIST_MARKS.get(kind, "") if isinstance(kind, str) else "")


def _level(props: object) -> int:
    """The level from 1 to 6; 1 for whatever is no number (to Python, true is one)."""
    level = props.get("level") if isinstance(props, dict) else None
    if isinstance(level, bool) or not isinstance(level, (int, float)):
        return 1
    return min(max(jvm.narrowed(level), 1), 6)


def _text(block: dict[str, object]) -> str:
    """The texts of the inline content; a link has none of its own, so what is written in it is lost."""
    content = block.get("content")
    texts = [item.get("text") for item in content if isinstance(item, dict)] if isinstance(content, list) else []
    return "".join(text for text in texts if isinstance(text, str))
