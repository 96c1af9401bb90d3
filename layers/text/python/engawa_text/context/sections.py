"""The sections of a board, nested ones by their path."""

from collections.abc import Iterable, Iterator

from engawa_text.context import items
from engawa_text.context.nodes import Node, is_item, key, kind, name
from engawa_text.context.tree import Tree
from engawa_text.words import Words


def within(tree: Tree, board: Node) -> list[Node]:
    """Every node of `board` that is reached through sections alone, sections before what is in them."""
    return list(tree.below(board, through={"section"}))


def parts(tree: Tree, reached: Iterable[Node], words: Words) -> Iterator[str]:
    """The text of each section among `reached`: a blank line, its heading, its items or that it is empty."""
    paths: dict[str | None, str] = {}
    for section in reached:
        if kind(section) == "section":
            path = _path(section, paths.get(key(section, "parentId"), ""))
            paths[key(section)] = path
            yield f"\n{words.section.format(path=path)}\n"
            yield from _content(tree, section, words)


def _path(section: Node, above: str) -> str:
    return f"{above} > {name(section)}" if above else name(section)


def _content(tree: Tree, section: Node, words: Words) -> Iterator[str]:
    inside = tree.inside(section)
    yield from (f"- {items.with_comments(tree, node, words)}\n" for node in inside if is_item(node))
    if not any(is_item(node) or kind(node) == "section" for node in inside):
        yield f"- {words.empty}\n"
