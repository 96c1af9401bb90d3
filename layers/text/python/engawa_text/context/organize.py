"""The organize context: the items of a board that are in no section, numbered, and the sections there are."""

from collections.abc import Iterable, Iterator

from engawa_text import units
from engawa_text.context import items, sections
from engawa_text.context.nodes import Edge, Node, is_item, key, name
from engawa_text.context.tree import Tree, grow
from engawa_text.words import JA, Words


def build(
    nodes: Iterable[Node], edges: Iterable[Edge], board_id: str, *, max_chars: int = 8000, words: Words = JA
) -> tuple[str, list[str]]:
    """The text, at most `max_chars` units and the marker, and the legend. Raises TargetMissing.

    The legend is the ids of the numbered items in number order, complete even where the text is cut.
    """
    tree = grow(nodes, edges)
    board = tree.target(board_id)
    loose = [node for node in tree.inside(board) if is_item(node)]
    return units.gather(_parts(tree, board, loose, words), max_chars), [key(node) or "" for node in loose]


def _parts(tree: Tree, board: Node, loose: list[Node], words: Words) -> Iterator[str]:
    yield f"{words.numbered_board.format(name=name(board))}\n\n{words.unsorted}\n"
    for number, node in enumerate(loose, start=1):
        yield f"- ({number}) {items.line(node, words)}\n"
    yield from sections.parts(tree, sections.within(tree, board), words)
