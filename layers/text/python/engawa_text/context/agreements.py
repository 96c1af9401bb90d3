"""What a project agreed on: its decisions, open questions and tasks."""

from collections.abc import Iterable

from engawa_text import jvm, units
from engawa_text.context import items
from engawa_text.context.instants import created
from engawa_text.context.nodes import Node, kind, name, text, value
from engawa_text.words import Words

_MAX_CHARS = 1200


def told(nodes: Iterable[Node], words: Words) -> str:
    """The block of all agreements among `nodes`, decisions first, each kind oldest first; empty when there are none.

    At most 1,200 units and the marker, without a final newline.
    """
    found = sorted(nodes, key=created)
    lines = [f'- {words.decided} "{_said(node)}"' for node in found if kind(node) == "decision"]
    lines += [f'- {words.open} "{_said(node)}"' for node in found if kind(node) == "open_question"]
    lines += [_task(node, words) for node in found if kind(node) == "task"]
    return units.cut("\n".join([words.agreed, *lines]), _MAX_CHARS) if lines else ""


def _task(node: Node, words: Words) -> str:
    """Only JSON `true` ticks the box: 1 does not (in Python it equals True), nor does `status: "done"`."""
    box = "[x]" if value(node, "done") is True else "[ ]"
    details = ", ".join(_details(node, words))
    return f'- {box} "{_said(node)}"' + (f" ({details})" if details else "")


def _details(node: Node, words: Words) -> list[str]:
    """Due date and owner, empty ones too; each must be a string."""
    due = value(node, "dueDate")
    assignee = value(node, "assignee")
    owner = assignee.get("name") if isinstance(assignee, dict) else None
    told_due = [words.due.format(date=due)] if isinstance(due, str) else []
    told_owner = [words.owner.format(name=owner)] if isinstance(owner, str) else []
    return told_due + told_owner


def _said(node: Node) -> str:
    """The text on one line or, where that is blank, the name as it is."""
    said = items.one_line(text(node))
    return name(node) if jvm.is_blank(said) else said
