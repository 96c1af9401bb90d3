"""Where a job type's context comes from: a builder with its limit, or the text that came with the order."""

from collections.abc import Callable
from dataclasses import dataclass

from engawa import contexts, reading
from engawa.contexts import Context, ContextIn
from engawa.orders import JobIn
from engawa.workspace import Workspace
from engawa_text import units
from engawa_text.words import WORDS

CHAT_LIMITS = {"board": 5000, "document": 5000, "project": 8000}  # UTF-16 units


@dataclass(frozen=True)
class Source:
    """`kind` is what GET /api/ai/job-types calls it."""

    kind: str
    read: Callable[[Workspace, JobIn], Context]


def built(kind: str, max_chars: int | None = None) -> Source:
    """The context of that kind; `max_chars` in UTF-16 units instead of the builder's own limit."""
    return Source(kind, lambda workspace, order: _build(workspace, order, kind, max_chars))


def transcript(heading: str, first: int = 0, last: int = 0) -> Source:
    """The order's `sourceText` under a heading of the word table: its `first` or its `last` units."""

    def read(_: Workspace, order: JobIn) -> Context:
        text = units.whole(order.sourceText or "")
        kept = units.take(text, first) if first else units.take_last(text, last)
        return Context(units.whole(f"{getattr(WORDS[order.locale], heading)}\n\n{kept}"))

    return Source("transcript", read)


def conversation() -> Source:
    """What the chat is about, then its recent messages."""
    return Source("conversation", _conversation)


def _conversation(workspace: Workspace, order: JobIn) -> Context:
    kind = str(reading.of_type(workspace, order.targetId or "", *CHAT_LIMITS)["type"])
    about = _build(workspace, order, kind, CHAT_LIMITS[kind])
    recent = _build(workspace, order, "chat", None)
    return Context(f"{about.text}\n{WORDS[order.locale].recent}\n{recent.text}")


def _build(workspace: Workspace, order: JobIn, kind: str, max_chars: int | None) -> Context:
    wanted = ContextIn.model_construct(
        kind=kind,
        targetId=order.targetId,
        nodeIds=order.nodeIds,
        chatRoomId=order.chatRoomId,
        maxChars=max_chars,
        locale=order.locale,
    )
    return contexts.build(workspace, wanted)
