"""Jobs as they are read: one whole, or a page of heads."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from engawa import endings, follow_ups, ids, instants, job_types, queue
from engawa.errors import Invalid, NotFound
from engawa.orders import Frozen, frozen_of
from engawa.settings import Settings
from engawa.step import Item
from engawa.waiting import Reasons
from engawa.workspace import Workspace

PAGE, MAX_PAGE = 50, 200
INPUT_OUTLIVES = 7 * 86_400  # seconds: the input goes after the head, whose end is not known before
MAX_RESULT_ITEM = 390_000  # bytes, of DynamoDB's 400 KB for an item


def get(workspace: Workspace, job_id: str, now: datetime) -> dict[str, Any]:
    """One job whole: head, input and, once done, its result; while it waits, why."""
    return told(workspace, head_of(workspace, job_id), now)


def told(workspace: Workspace, head: Item, now: datetime) -> dict[str, Any]:
    return {**whole(workspace, head), "waitingFor": Reasons(workspace, now).of(head)}


def head_of(workspace: Workspace, job_id: str) -> Item:
    head = workspace.get(workspace.job_key(job_id))
    if head is None:
        raise NotFound
    return head


def page(workspace: Workspace, query: Mapping[str, str], now: datetime) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Heads, newest first, and the header that names the next page; `limit` and `cursor` come from the query."""
    limit = _limit(query.get("limit", str(PAGE)))
    heads = workspace.jobs(limit, ids.optional(query, "cursor"))
    following = {"x-next-cursor": heads[-1]["id"]} if len(heads) == limit else {}
    reasons = Reasons(workspace, now)
    return [{**wire(workspace, head), "waitingFor": reasons.of(head)} for head in heads], following


def _limit(text: str) -> int:
    if not text.isdecimal() or len(text) > 3 or not 1 <= int(text) <= MAX_PAGE:
        raise Invalid(f"limit: is a whole number from 1 to {MAX_PAGE}.")
    return int(text)


def whole(workspace: Workspace, head: Item) -> dict[str, Any]:
    keys = [workspace.input_key(head["id"])]
    if head["status"] == queue.DONE:
        keys.append(workspace.result_key(head["id"], head["endedFence"]))
    bodies = {item["sk"]: item for item in workspace.get_many(keys)}
    return wire(workspace, head, frozen_of(bodies.pop("INPUT", {})), next(iter(bodies.values()), None))


def wire(
    workspace: Workspace, head: Item, frozen: Frozen | None = None, result: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """A job as every answer shows it; without `frozen` and `result` the texts are null."""
    result = result or {}
    return {
        "id": head["id"],
        "workspaceId": workspace.id,
        "type": head["type"],
        "status": head["status"],
        "payload": _payload(head, frozen),
        "context": frozen.context if frozen else None,
        "result": result.get("text"),
        "parsed": json.loads(result.get("parsed", "null")),
        "parseError": result.get("parseError"),
        "trace": json.loads(result.get("trace", "null")),
        "error": head.get("error"),
        "errorCode": head.get("errorCode"),
        "attempt": head["attempt"],
        "attempts": {cause: head.get(cause, 0) for cause in queue.CAUSES},
        "notBefore": head["visibleAt"] if head["status"] == queue.PENDING else None,
        "createdBy": {"id": head.get("createdBy", ""), "name": head.get("createdByName", "")},
        "claimedBy": head.get("claimedBy"),
        "releaseReason": head.get("releaseReason"),
        "engine": head.get("engine"),
        "phase": head.get("phase"),
        "amount": head.get("amount"),
        "createdAt": head["createdAt"],
        "updatedAt": head["updatedAt"],
    }


def _payload(head: Item, frozen: Frozen | None) -> dict[str, Any]:
    return {
        "targetId": head.get("targetId"),
        "chatRoomId": head.get("chatRoomId"),
        "runner": head.get("runner"),
        "locale": head["locale"],
        "responseFormat": head["responseFormat"],
        "nodeIds": frozen.node_ids if frozen else None,
        "prompt": frozen.prompt if frozen else None,
        "instruction": frozen.instruction if frozen else None,
        "responseSchema": frozen.response_schema if frozen else None,
        "legend": frozen.legend if frozen else None,
        "tools": job_types.tools_of(head["type"]),
    }


def result_item(
    workspace: Workspace,
    head: Item,
    text: str,
    checked: tuple[Any, str | None],
    expiry: int,
    trace: Mapping[str, Any] | None = None,
) -> Item:
    """The answer of one claim: raw always, its checked value or why there is none, and how it came about."""
    parsed, parse_error = checked
    written = json.dumps(parsed, ensure_ascii=False)
    if len(written.encode()) + len(text.encode()) > MAX_RESULT_ITEM:
        written, parse_error = "null", "The answer is too large to be kept a second time in its checked form."
    return {
        **workspace.result_key(head["id"], head["fence"]),
        "text": text,
        "parsed": written,
        "parseError": parse_error,
        "trace": json.dumps(trace, ensure_ascii=False),
        "expiresAt": expiry,
    }


def input_lives(expiry: datetime, settings: Settings) -> int:
    """The time to live of the input of a job that waits until `expiry` at most."""
    return instants.epoch(expiry, settings.hard_limit * settings.max_attempts + settings.retention + INPUT_OUTLIVES)


def settled(workspace: Workspace, head: Item, now: datetime) -> Item:
    """The head after its follow-up, where one is due."""
    follow_up = job_types.named(head["type"]).follow_up
    if head.get("followUp") != endings.FOLLOW_UP_DUE or follow_up is None:
        return head
    return follow_ups.settle(workspace, head, follow_up, now)
