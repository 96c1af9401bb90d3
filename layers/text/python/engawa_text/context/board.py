"""The board context: items, sections, comment pins and arrows of one board."""

from collections.abc import Iterable, Iterator

from engawa_text import units
from engawa_text.context import arrows, comments, items, sections
from engawa_text.context.nodes import Edge, Node, is_item, key, kind, name
from engawa_text.context.tree import Tree, grow
from engawa_text.words import JA, Words


def build(
    nodes: Iterable[Node], edges: Iterable[Edge], board_id: str, *, max_chars: int = 8000, words: Words = JA
) -> str:
    """The text of the board, at most `max_chars` units and the marker. Raises TargetMissing."""
    tree = grow(nodes, edges)
    return told(tree, tree.target(board_id), max_chars, words)


def told(tree: Tree, board: Node, max_chars: int, words: Words) -> str:
    """The text of a board of a tree that is there already."""
    return units.gather(_parts(tree, board, words), max_chars)


def _parts(tree: Tree, board: Node, words: Words) -> Iterator[str]:
    reached = sections.within(tree, board)
    count = sum(is_item(node) for node in reached)
    yield f"{words.board.format(name=name(board), count=count)}\n\n{words.items}\n"
    for node in tree.inside(board):
        if is_item(node):
            yield f"- {items.with_comments(tree, node, words)}\n"
    yield from sections.parts(tree, reached, words)
    yield from _pins(tree, reached, words)
    seen = {key(node): node for node in reached if key(node) is not None}
    yield from arrows.parts(tree.edges.get(key(board), []), seen, words)


def _pins(tree: Tree, reached: Iterable[Node], words: Words) -> Iterator[str]:
    pins = [node for node in reached if kind(node) == "comment_pin"]
    if pins:
        yield f"\n{words.pins}\n"
    yield from (f"- {comments.pin(tree, node, words)}\n" for node in pins)
