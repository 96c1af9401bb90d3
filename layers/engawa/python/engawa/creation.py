"""Creation: an order becomes a job with a frozen input, once for each idempotency key."""

from datetime import datetime
from typing import Any

from engawa import agents, contexts, endings, idempotency, ids, instants, job_types, jobs, limits, queue
from engawa.errors import Invalid
from engawa.job_types import JobType
from engawa.orders import NOBODY, Frozen, JobIn, Submitter
from engawa.settings import Settings
from engawa.step import ABSENT, Clause, Item
from engawa.workspace import Workspace, shard_of

MOST_AHEAD = 30 * 86_400  # seconds: how far off a job may be scheduled
NEW = (Clause("pk", ABSENT),)


def create(
    workspace: Workspace,
    order: JobIn,
    now: datetime,
    settings: Settings,
    key: str | None = None,
    by: Submitter = NOBODY,
) -> dict[str, Any]:
    """The new job or, for a `key` that was used for this very order before, the one it made."""
    job_type = job_types.named(order.type)
    _check(job_type, order, now)
    job_id = idempotency.job_for(workspace, key, order, now) if key else ids.in_order(now)
    if key is None or workspace.get(workspace.job_key(job_id)) is None:
        _write(workspace, job_type, job_id, order, by, now, settings)
    head = jobs.settled(workspace, jobs.head_of(workspace, job_id), now)
    return jobs.told(workspace, head, now)


def _write(
    workspace: Workspace,
    job_type: JobType,
    job_id: str,
    order: JobIn,
    by: Submitter,
    now: datetime,
    settings: Settings,
) -> None:
    """Input before head, so that nothing can claim a job whose input is not there; an input without a head is
    harmless and goes by its time to live. Of two that write the same job at once, the first one's stays.
    """
    limits.check_pace(workspace, now, settings)
    limits.check_room(workspace, settings)
    frozen = _freeze(workspace, job_type, order)
    facts = {**_facts(job_type, order, by), **workspace.job_key(job_id)}
    background = order.background or job_type.background
    head = queue.created(
        job_id, facts, shard_of(job_id), now, settings, background=background, not_before=order.notBefore or ""
    )
    workspace.put(_input_item(workspace, head, frozen, settings), NEW)
    if settings.mock_mode and not agents.online(workspace, now):
        head = _answered_by_mock(workspace, job_type, frozen, head, now, settings)
    workspace.put(head, NEW)


def _check(job_type: JobType, order: JobIn, now: datetime) -> None:
    for field in job_type.needs:
        if not getattr(order, field):
            raise Invalid(f"{field}: is needed for a job of type {job_type.name}.")
    if order.notBefore and order.notBefore > instants.after(now, MOST_AHEAD):
        raise Invalid(f"notBefore: is more than {MOST_AHEAD // 86_400} days ahead.")


def _freeze(workspace: Workspace, job_type: JobType, order: JobIn) -> Frozen:
    context, prompt = job_type.source.read(workspace, order), order.prompt or ""
    return Frozen(
        instruction=job_type.instruction[order.locale],
        context=context.text,
        prompt=prompt,
        response_schema=job_type.schema(prompt),
        node_ids=order.nodeIds,
        # Enough to resolve an answer: what comes after it in the legend was cut off and never shown.
        legend=None if context.legend is None else context.legend[: contexts.shown(context.text)],
        legend_total=len(context.legend or ()),
    )


def _facts(job_type: JobType, order: JobIn, by: Submitter) -> Item:
    return {
        "type": job_type.name,
        "targetId": order.targetId,
        "chatRoomId": order.chatRoomId,
        "runner": order.runner,
        "locale": order.locale,
        "responseFormat": job_type.response_format,
        "createdBy": by.id,
        "createdByName": by.name,
    }


def _input_item(workspace: Workspace, head: Item, frozen: Frozen, settings: Settings) -> Item:
    lives = jobs.input_lives(instants.read(head["expiry"]), settings)
    return {**workspace.input_key(head["id"]), "frozen": frozen.stored(), "expiresAt": lives}


def _answered_by_mock(
    workspace: Workspace, job_type: JobType, frozen: Frozen, head: Item, now: datetime, settings: Settings
) -> Item:
    """Mock mode: a head that is done at once, its invented result beside it."""
    text = job_type.mock(frozen)
    checked = job_type.check(text, frozen)
    workspace.put(jobs.result_item(workspace, head, text, checked, instants.epoch(now, settings.retention)))
    return head | endings.completed(head, {"engine": "mock"}, bool(job_type.follow_up), now, settings)
