"""Follow-ups: what a finished job adds to the workspace, once, however often its completion arrives.

The node's id comes from the job's, and it is written only where it never was: so writing it again changes nothing, and
a person who deleted it is not overruled. The head says `followUp: due` from its end until the node is there. Whoever
finds it so finishes the work: the delivery itself, a repeated delivery, or the sweep.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from engawa import endings, nodes, tree
from engawa.errors import TooLarge
from engawa.nodes import NodeIn
from engawa.step import ABSENT, EQUALS, Clause, Item, Step
from engawa.workspace import Workspace
from engawa_text import units

MAX_UNITS = 12_000  # UTF-16 units of a result that go into a node


@dataclass(frozen=True)
class Finished:
    """What a follow-up may know of its job."""

    job_id: str
    node_id: str  # the id for the node it adds
    workspace_id: str
    chat_room_id: str | None
    locale: str
    result: str


FollowUp = Callable[[Finished], NodeIn]


def finished(workspace: Workspace, head: Item, result: str) -> Finished:
    """The whole result stays with the job; what becomes a node is cut to what a node can hold."""
    return Finished(
        job_id=head["id"],
        node_id=str(uuid5(UUID(head["id"]), "follow-up")),
        workspace_id=workspace.id,
        chat_room_id=head.get("chatRoomId"),
        locale=head["locale"],
        result=units.whole(units.cut(result, MAX_UNITS)),
    )


def settle(workspace: Workspace, head: Item, follow_up: FollowUp, now: datetime) -> Item:
    """Add the node unless it is or was there, then say in the head that it is done; the head as it then is."""
    result = workspace.get(workspace.result_key(head["id"], head["endedFence"])) or {}
    _add(workspace, follow_up(finished(workspace, head, result.get("text", ""))), now)
    still_due = Clause("followUp", EQUALS, endings.FOLLOW_UP_DUE)
    step = Step((still_due,), {"followUp": None, "leaseShard": None, "leaseAt": None})
    return workspace.update(workspace.job_key(head["id"]), step).item or head


def _add(workspace: Workspace, node: NodeIn, now: datetime) -> None:
    """Where there is no place for it (the room was deleted, or is full) the answer stays with the job alone."""
    parent = workspace.get(workspace.node_key(node.parentId or workspace.id))
    if parent is None or "deletedAt" in parent:
        return
    never_was = Clause("pk", ABSENT)
    with suppress(TooLarge):
        workspace.put(nodes.item_of(workspace, node, tree.place_under(parent), None, now), (never_was,))


def name_of(text: str) -> str:
    """The beginning of a text as its name: a message has no other."""
    return text[:30]
