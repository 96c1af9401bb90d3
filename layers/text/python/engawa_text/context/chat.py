"""The chat context: the last messages of a room."""

from collections.abc import Iterable

from engawa_text import units
from engawa_text.context.instants import created
from engawa_text.context.nodes import Edge, Node, text, value
from engawa_text.context.tree import Tree, grow
from engawa_text.words import JA, Words

MAX_MESSAGES = 20


def build(
    nodes: Iterable[Node],
    edges: Iterable[Edge],
    room_id: str,
    *,
    max_messages: int = MAX_MESSAGES,
    max_chars: int = 3000,
    words: Words = JA,
) -> str:
    """`author: text`, a line each, oldest first, at most `max_chars` units and the marker.

    Empty for an unknown room; the room itself need not be among the nodes. `words` is taken so that all builders are
    called alike: a chat has no words but its own.
    """
    return told(grow(nodes, edges), {"id": room_id}, max_messages, max_chars)


def told(tree: Tree, room: Node, max_messages: int, max_chars: int) -> str:
    """The text of a room of a tree that is there already."""
    messages = sorted(tree.inside(room, "message"), key=created)
    latest = messages[max(len(messages) - max(max_messages, 0), 0) :]
    return units.gather((f"{_line(message)}\n" for message in latest), max_chars)


def _line(message: Node) -> str:
    """Unlike a comment's, an author that is no string is the user."""
    author = value(message, "author")
    said = text(message).replace("\n", " ")
    return f"{author if isinstance(author, str) else 'user'}: {said}"
