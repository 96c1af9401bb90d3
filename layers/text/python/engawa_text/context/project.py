"""The project context: what was agreed on, then the boards, documents and chats of a project."""

from collections.abc import Iterable, Iterator

from engawa_text import units
from engawa_text.context import agreements, board, chat, document
from engawa_text.context.nodes import Edge, Node, kind, name
from engawa_text.context.tree import Tree, grow
from engawa_text.words import JA, Words


def build(
    nodes: Iterable[Node], edges: Iterable[Edge], project_id: str, *, max_chars: int = 12000, words: Words = JA
) -> str:
    """The text of the project, at most `max_chars` units and the marker. Raises TargetMissing.

    Found through boards, groups and sections only, in tree order. `ai_summary` never is: a model must not read its
    own output.
    """
    tree = grow(nodes, edges)
    return units.gather(_parts(tree, tree.target(project_id), words), max_chars)


def _parts(tree: Tree, project: Node, words: Words) -> Iterator[str]:
    yield f"{words.project.format(name=name(project))}\n"
    found = list(tree.below(project, through={"board", "group", "section"}))
    agreed = agreements.told(found, words)
    if agreed:
        yield f"\n{agreed}\n"
    boards = [node for node in found if kind(node) == "board"]
    for node in boards:
        yield f"\n{board.told(tree, node, _share(6000, boards, 1000), words)}\n"
    documents = [node for node in found if kind(node) == "document"]
    for node in documents:
        yield f"\n{document.told(node, _share(4000, documents, 800), words)}\n"
    yield from _chats(tree, [node for node in found if kind(node) == "chat_room"], words)


def _chats(tree: Tree, rooms: list[Node], words: Words) -> Iterator[str]:
    """Rooms in which nothing was said are not named, but count when the units are shared out."""
    for room in rooms:
        said = chat.told(tree, room, chat.MAX_MESSAGES, _share(1500, rooms, 300))
        if said:
            yield f"\n{words.chat.format(name=name(room))}\n{said}"


def _share(budget: int, among: list[Node], least: int) -> int:
    """The units for one of `among`; so many may get the least that all of them exceed the budget."""
    return max(budget // len(among), least)
