"""The one line of a sticky, text card or shape."""

from engawa_text import jvm
from engawa_text.context import comments
from engawa_text.context.nodes import Node, kind, text, value
from engawa_text.context.tree import Tree
from engawa_text.words import Words


def line(node: Node, words: Words) -> str:
    """`[sticky:yellow] "text"`, without its comments."""
    return f'{_label(node, words)} "{one_line(text(node))}"'


def with_comments(tree: Tree, node: Node, words: Words) -> str:
    """The line of an item, and in brackets how many comments it has and what they say."""
    thread = tree.inside(node, "comment")
    if not thread:
        return line(node, words)
    told = words.comments.format(count=len(thread), thread=comments.joined(thread, words))
    return f"{line(node, words)} {told}"


def one_line(text: str) -> str:
    """`text` with its newlines as slashes; a carriage return stays, and so do quotes."""
    return text.replace("\n", " / ")


def _label(node: Node, words: Words) -> str:
    if kind(node) == "sticky":
        return words.sticky.format(color=_told(node, "color", "yellow"))
    if kind(node) == "shape":
        return words.shape.format(kind=_told(node, "kind", "rect"))
    return words.card


def _told(node: Node, key: str, missing: str) -> str:
    """Only null and missing take the default: an empty, false or zero colour is printed as it is."""
    found = value(node, key)
    return missing if found is None else jvm.text(found)
