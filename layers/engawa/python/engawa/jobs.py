"""Jobs as an app sees them: created with a frozen input, listed, read."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from engawa import agents, contexts, endings, follow_ups, ids, instants, job_types, queue, waiting
from engawa.errors import Invalid, NotFound
from engawa.job_types import JobType
from engawa.orders import Frozen, JobIn, frozen_of
from engawa.settings import Settings
from engawa.step import ABSENT, Clause, Item
from engawa.workspace import Workspace, shard_of

PAGE, MAX_PAGE = 50, 200
MAX_RESULT_ITEM = 390_000  # bytes, of DynamoDB's 400 KB for an item
INPUT_OUTLIVES = 7 * 86_400  # seconds: the input goes after the head, whose end is not known at creation
NEW = (Clause("pk", ABSENT),)


def create(workspace: Workspace, wanted: JobIn, now: datetime, settings: Settings) -> dict[str, Any]:
    """Input before head, so that nothing can claim a job whose input is not there; an input without a head is
    harmless and goes by its time to live.
    """
    job_type = job_types.named(wanted.type)
    _check_needs(job_type, wanted)
    frozen = _freeze(workspace, job_type, wanted)
    head = _head(workspace, job_type, wanted, now, settings)
    workspace.put(_input_item(workspace, head["id"], frozen, now, settings))
    if settings.mock_mode and not agents.online(workspace, now):
        head = _answered_by_mock(workspace, job_type, frozen, head, now, settings)
    workspace.put(head, NEW)
    head = settled(workspace, head, now)
    return {**whole(workspace, head), "waitingFor": waiting.reason(workspace, head, now)}


def get(workspace: Workspace, job_id: str, now: datetime) -> dict[str, Any]:
    """One job whole: head, input and, once done, its result; while it waits, why."""
    head = head_of(workspace, job_id)
    return {**whole(workspace, head), "waitingFor": waiting.reason(workspace, head, now)}


def head_of(workspace: Workspace, job_id: str) -> Item:
    head = workspace.get(workspace.job_key(job_id))
    if head is None:
        raise NotFound
    return head


def page(workspace: Workspace, query: Mapping[str, str]) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Heads, newest first, and the header that names the next page; `limit` and `cursor` come from the query."""
    limit = _limit(query.get("limit", str(PAGE)))
    heads = workspace.jobs(limit, ids.optional(query, "cursor"))
    following = {"x-next-cursor": heads[-1]["id"]} if len(heads) == limit else {}
    return [wire(workspace, head) for head in heads], following


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
        "error": head.get("error"),
        "errorCode": head.get("errorCode"),
        "attempt": head["attempt"],
        "claimedBy": head.get("claimedBy"),
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
    }


def result_item(workspace: Workspace, head: Item, text: str, checked: tuple[Any, str | None], expiry: int) -> Item:
    """The answer of one claim: raw always, and its checked value or why there is none."""
    parsed, parse_error = checked
    written = json.dumps(parsed, ensure_ascii=False)
    if len(written.encode()) + len(text.encode()) > MAX_RESULT_ITEM:
        written, parse_error = "null", "The answer is too large to be kept a second time in its checked form."
    return {
        **workspace.result_key(head["id"], head["fence"]),
        "text": text,
        "parsed": written,
        "parseError": parse_error,
        "expiresAt": expiry,
    }


def _check_needs(job_type: JobType, wanted: JobIn) -> None:
    for field in job_type.needs:
        if not getattr(wanted, field):
            raise Invalid(f"{field}: is needed for a job of type {job_type.name}.")


def _freeze(workspace: Workspace, job_type: JobType, wanted: JobIn) -> Frozen:
    context, prompt = job_type.source.read(workspace, wanted), wanted.prompt or ""
    return Frozen(
        instruction=job_type.instruction[wanted.locale],
        context=context.text,
        prompt=prompt,
        response_schema=job_type.schema(prompt),
        node_ids=wanted.nodeIds,
        # Enough to resolve an answer: what comes after it in the legend was cut off and never shown.
        legend=None if context.legend is None else context.legend[: contexts.shown(context.text)],
        legend_total=len(context.legend or ()),
    )


def _head(workspace: Workspace, job_type: JobType, wanted: JobIn, now: datetime, settings: Settings) -> Item:
    job_id = ids.in_order(now)
    facts = {
        **workspace.job_key(job_id),
        "type": job_type.name,
        "targetId": wanted.targetId,
        "chatRoomId": wanted.chatRoomId,
        "runner": wanted.runner,
        "locale": wanted.locale,
        "responseFormat": job_type.response_format,
    }
    return queue.created(job_id, facts, job_type.penalty, shard_of(job_id), now, settings)


def _input_item(workspace: Workspace, job_id: str, frozen: Frozen, now: datetime, settings: Settings) -> Item:
    lives = settings.expire_after + settings.retention + INPUT_OUTLIVES
    return {**workspace.input_key(job_id), "frozen": frozen.stored(), "expiresAt": instants.epoch(now, lives)}


def _answered_by_mock(
    workspace: Workspace, job_type: JobType, frozen: Frozen, head: Item, now: datetime, settings: Settings
) -> Item:
    """Mock mode: a head that is done at once, its invented result beside it."""
    text = job_type.mock(frozen)
    checked = job_type.check(text, frozen)
    workspace.put(result_item(workspace, head, text, checked, instants.epoch(now, settings.retention)))
    return head | endings.completed(head, {"engine": "mock"}, bool(job_type.follow_up), now, settings)


def settled(workspace: Workspace, head: Item, now: datetime) -> Item:
    """The head after its follow-up, where one is due."""
    follow_up = job_types.named(head["type"]).follow_up
    if head.get("followUp") != endings.FOLLOW_UP_DUE or follow_up is None:
        return head
    return follow_ups.settle(workspace, head, follow_up, now)
