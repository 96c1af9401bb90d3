"""Contexts: what is read from the table for one, and which builder makes text of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from engawa import data_map, tree
from engawa.errors import Invalid
from engawa.ids import Id
from engawa.step import Item
from engawa.workspace import Workspace
from engawa_text import units, words
from engawa_text.context import board

Locale = Literal["ja", "en"]
MAX_CHARS = 100_000  # UTF-16 units
Plain = dict[str, Any]


class ContextIn(BaseModel):
    """What POST /api/contexts takes. `maxChars` is in UTF-16 units."""

    model_config = ConfigDict(strict=True)

    kind: str
    workspaceId: Id | None = None
    targetId: Id | None = None
    maxChars: int | None = Field(None, ge=0, le=MAX_CHARS)
    locale: Locale = "ja"


@dataclass(frozen=True)
class Context:
    """The text a model reads; `legend` holds the ids behind the numbers in it, where there are numbers."""

    text: str
    legend: list[str] | None = None


def build(workspace: Workspace, wanted: ContextIn) -> Context:
    """NotFound where the target is not there or deleted; Invalid where a field is missing."""
    builder = BUILDERS.get(wanted.kind)
    if builder is None:
        raise Invalid(f"kind: is not a kind of context; there are {', '.join(BUILDERS)}.")
    return builder(workspace, wanted)


def show(workspace: Workspace, wanted: ContextIn) -> dict[str, Any]:
    """What POST /api/contexts answers."""
    context = build(workspace, wanted)
    return {"text": context.text, "legend": context.legend, "units": units.length(context.text)}


def _board(workspace: Workspace, wanted: ContextIn) -> Context:
    """Two requests: the board, and everything on it (for each megabyte one)."""
    root = tree.live(workspace.get(workspace.node_key(_needed(wanted.targetId, "targetId"))))
    items = workspace.collection(root["id"])
    nodes = [_plain(root), *(_plain(item) for item in items if tree.is_node(item))]
    edges = [_plain(item) for item in items if not tree.is_node(item)]
    text = board.build(nodes, edges, root["id"], words=words.WORDS[wanted.locale], **_limit(wanted))
    return Context(units.whole(text))


BUILDERS: Mapping[str, Callable[[Workspace, ContextIn], Context]] = {"board": _board}


def _limit(wanted: ContextIn) -> dict[str, int]:
    """Each builder has its own default."""
    return {} if wanted.maxChars is None else {"max_chars": wanted.maxChars}


def _needed(value: str | None, field: str) -> str:
    if value is None:
        raise Invalid(f"{field}: is needed for this kind of context.")
    return value


def _plain(item: Item) -> Plain:
    """A node or an edge as the pure builders read it."""
    return {"parentId": None, "deletedAt": None, **item, "data": data_map.unpack(item["data"])}
