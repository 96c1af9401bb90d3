"""The selection context: the nodes that someone picked, in their order, and the arrows between them."""

from collections.abc import Iterable, Iterator

from engawa_text import units
from engawa_text.context import arrows, items
from engawa_text.context.nodes import Edge, Node, is_item, is_live, key, kind, name, text
from engawa_text.context.tree import Tree, grow
from engawa_text.words import JA, Words


class NothingSelected(LookupError):
    """None of the selected ids is a live node."""


def build(
    nodes: Iterable[Node],
    edges: Iterable[Edge],
    node_ids: Iterable[str],
    *,
    max_chars: int = 4000,
    words: Words = JA,
) -> str:
    """The text of the selection, at most `max_chars` units and the marker. Raises NothingSelected.

    An id that is given twice is told and counted twice; unknown and deleted ones are passed over.
    """
    tree = grow(nodes, edges)
    found = [tree.by_id[node_id] for node_id in node_ids if node_id in tree.by_id]
    selected = [node for node in found if is_live(node)]
    if not selected:
        raise NothingSelected
    return units.gather(_parts(tree, selected, words), max_chars)


def _parts(tree: Tree, selected: list[Node], words: Words) -> Iterator[str]:
    yield f"{words.selected.format(count=len(selected))}\n\n"
    yield from (f"- {_line(tree, node, words)}\n" for node in selected)
    lines = list(_arrows(tree, selected))
    if lines:
        yield f"\n{words.selected_arrows}\n"
    yield from lines


def _line(tree: Tree, node: Node, words: Words) -> str:
    if is_item(node):
        return items.with_comments(tree, node, words)
    if kind(node) == "section":
        return f'{words.selected_section} "{name(node)}"'
    if kind(node) == "comment_pin":
        return f'{words.pin} "{name(node)}"'
    return f'"{items.one_line(text(node))}"'


def _arrows(tree: Tree, selected: list[Node]) -> Iterator[str]:
    """The arrows of the first node's board with both ends selected; neither colour nor loose ends are told here."""
    picked: dict[str | None, Node] = {key(node): node for node in selected}
    for edge in tree.edges.get(_board_of(tree, selected[0]), []):
        source, target = picked.get(key(edge, "sourceNodeId")), picked.get(key(edge, "targetNodeId"))
        if source is not None and target is not None:
            yield f"{arrows.line(edge, arrows.called(source), arrows.called(target))}\n"


def _board_of(tree: Tree, node: Node) -> str | None:
    """The id of the nearest board from `node` upwards, itself and deleted ones included."""
    passed: set[str | None] = set()
    above: Node | None = node
    while above is not None and key(above) not in passed:
        if kind(above) == "board":
            return key(above)
        passed.add(key(above))
        above = tree.by_id.get(key(above, "parentId"))
    return None
