"""Comments, on items and in the threads of pins."""

from collections.abc import Iterable

from engawa_text import jvm
from engawa_text.context.nodes import Node, name, text, value
from engawa_text.context.tree import Tree
from engawa_text.words import Words


def joined(thread: Iterable[Node], words: Words) -> str:
    """`author: text; author: text`, each text on one line."""
    return "; ".join(_said(comment, words) for comment in thread)


def pin(tree: Tree, node: Node, words: Words) -> str:
    """The line of a comment pin with its thread, if it has one."""
    thread = tree.inside(node, "comment")
    told = f" ({joined(thread, words)})" if thread else ""
    return f'{words.pin} "{name(node)}"{told}'


def _said(comment: Node, words: Words) -> str:
    """An author may be of any type and is printed as Java prints it; only null and missing are unknown."""
    author = value(comment, "author")
    told = words.unknown if author is None else jvm.text(author)
    said = text(comment).replace("\n", " ")
    return f"{told}: {said}"
