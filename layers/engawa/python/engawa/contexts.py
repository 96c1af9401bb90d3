"""Contexts: which builder of `engawa_text` makes text of what is read."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from engawa import reading
from engawa.errors import Invalid
from engawa.ids import Id
from engawa.workspace import Workspace
from engawa_text import units
from engawa_text.context import board, chat, document, organize, project, selection
from engawa_text.context.selection import NothingSelected
from engawa_text.words import WORDS

Locale = Literal["ja", "en"]
T = TypeVar("T")
NUMBERED_LINE = re.compile(r"^- \((\d{1,9})\) ", re.MULTILINE)
MAX_CHARS = 100_000  # UTF-16 units
MAX_NODES, MAX_MESSAGES = 100, 500


class ContextIn(BaseModel):
    """What POST /api/contexts takes. `maxChars` is in UTF-16 units; without it each kind has its own limit."""

    model_config = ConfigDict(strict=True)

    kind: str
    workspaceId: Id | None = None
    targetId: Id | None = None
    nodeIds: list[Id] | None = Field(None, max_length=MAX_NODES)
    chatRoomId: Id | None = None
    maxChars: int | None = Field(None, ge=0, le=MAX_CHARS)
    maxMessages: int | None = Field(None, ge=1, le=MAX_MESSAGES)
    locale: Locale = "ja"


@dataclass(frozen=True)
class Context:
    """The text a model reads; `legend` holds the ids behind the numbers in it, where there are numbers."""

    text: str
    legend: list[str] | None = None


def show(workspace: Workspace, wanted: ContextIn) -> dict[str, Any]:
    """What POST /api/contexts answers."""
    context = build(workspace, wanted)
    return {"text": context.text, "legend": context.legend, "units": units.length(context.text)}


def build(workspace: Workspace, wanted: ContextIn) -> Context:
    """NotFound where the target is not there or deleted; Invalid where a field is missing, or nothing selected."""
    builder = BUILDERS.get(wanted.kind)
    if builder is None:
        raise Invalid(f"kind: is not a kind of context; there are {', '.join(BUILDERS)}.")
    context = builder(workspace, wanted)
    return Context(units.whole(context.text), context.legend)


def shown(text: str) -> int:
    """How many numbers a numbered text got to before it was cut. They count up from 1."""
    last = 0
    for number in NUMBERED_LINE.findall(text):
        last += int(number) == last + 1
    return last


def _board(workspace: Workspace, wanted: ContextIn) -> Context:
    scene = reading.container(workspace, target(wanted), "board")
    return Context(board.build(scene.nodes, scene.edges, target(wanted), **_options(wanted)))


def _organize(workspace: Workspace, wanted: ContextIn) -> Context:
    scene = reading.container(workspace, target(wanted), "board")
    return Context(*organize.build(scene.nodes, scene.edges, target(wanted), **_options(wanted)))


def _document(workspace: Workspace, wanted: ContextIn) -> Context:
    scene = reading.document(workspace, target(wanted))
    return Context(document.build(scene.nodes, scene.edges, target(wanted), **_options(wanted)))


def _project(workspace: Workspace, wanted: ContextIn) -> Context:
    scene = reading.project(workspace, target(wanted))
    return Context(project.build(scene.nodes, scene.edges, target(wanted), **_options(wanted)))


def _chat(workspace: Workspace, wanted: ContextIn) -> Context:
    room_id = needed(wanted.chatRoomId or wanted.targetId, "chatRoomId")
    scene = reading.container(workspace, room_id, "chat_room")
    options = _options(wanted)
    if wanted.maxMessages is not None:
        options["max_messages"] = wanted.maxMessages
    return Context(chat.build(scene.nodes, scene.edges, room_id, **options))


def _selection(workspace: Workspace, wanted: ContextIn) -> Context:
    node_ids = needed(wanted.nodeIds, "nodeIds")
    scene = reading.selection(workspace, node_ids)
    try:
        return Context(selection.build(scene.nodes, scene.edges, node_ids, **_options(wanted)))
    except NothingSelected:
        raise Invalid("nodeIds: none of these nodes is there.") from None


BUILDERS: Mapping[str, Callable[[Workspace, ContextIn], Context]] = {
    "board": _board,
    "organize": _organize,
    "document": _document,
    "selection": _selection,
    "chat": _chat,
    "project": _project,
}


def _options(wanted: ContextIn) -> dict[str, Any]:
    limit = {} if wanted.maxChars is None else {"max_chars": wanted.maxChars}
    return {"words": WORDS[wanted.locale], **limit}


def target(wanted: ContextIn) -> str:
    return needed(wanted.targetId, "targetId")


def needed(value: T | None, field: str) -> T:
    if not value:
        raise Invalid(f"{field}: is needed for this kind of context.")
    return value
