"""Answers: a job is completed once, however often its answer is delivered."""

import json
import random
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from engawa import endings, instants, job_types, jobs, queue
from engawa.agents import AgentId
from engawa.errors import Invalid, TooLarge
from engawa.leases import Fence
from engawa.orders import Frozen, frozen_of
from engawa.settings import Settings
from engawa.step import ABSENT, Clause, Item, Step
from engawa.workspace import Workspace

MAX_RESULT_BYTES = 300_000
MAX_ERROR = 1000  # characters
MAX_TRACE_BYTES = 8_000  # as JSON


class CompleteIn(BaseModel):
    """Exactly one of `result` and `error`. `trace`: how the result came about, in the agent's words; one over 8,000
    bytes is not kept, as the answer is worth more than it.
    """

    model_config = ConfigDict(strict=True)

    fence: Fence | None = None
    agentId: AgentId | None = None
    runner: str | None = Field(None, max_length=200)
    result: str | None = None
    error: str | None = None
    errorCode: str | None = Field(None, max_length=100)
    retryable: bool = False
    trace: dict[str, Any] | None = None

    def told(self) -> dict[str, Any] | None:
        """The trace as far as it is kept."""
        return self.trace if len(json.dumps(self.trace).encode()) <= MAX_TRACE_BYTES else None


def complete(
    workspace: Workspace, agent: str, job_id: str, wanted: CompleteIn, now: datetime, settings: Settings
) -> dict[str, Any]:
    """End a job, once. The same delivery again is answered like the first and changes nothing."""
    _check_answer(wanted)
    head = jobs.head_of(workspace, job_id)
    if _is_repeated(head, agent, wanted):
        return jobs.whole(workspace, jobs.settled(workspace, head, now))
    after = _changed(workspace, head, _step(workspace, head, agent, wanted, now, settings), agent, wanted)
    if endings.holds(after, agent, wanted.fence):
        # A cancel came in between. It ends the job, whatever was brought.
        after = _changed(workspace, after, _step(workspace, after, agent, wanted, now, settings), agent, wanted)
    return jobs.whole(workspace, jobs.settled(workspace, after, now))


def _step(workspace: Workspace, head: Item, agent: str, wanted: CompleteIn, now: datetime, settings: Settings) -> Step:
    text = wanted.result if wanted.result is not None else _stored(workspace, head)
    if text is None:
        return _failure(head, agent, wanted, now, settings)
    return _success(workspace, head, agent, wanted, text, now, settings)


def _is_repeated(head: Item, agent: str, wanted: CompleteIn) -> bool:
    went_back = wanted.retryable and endings.has_given_back(head, agent, wanted.fence)
    return went_back or endings.has_ended_by(head, agent, wanted.fence)


def _stored(workspace: Workspace, head: Item) -> str | None:
    """A result of this claim whose head has not ended: a late error must not overwrite it."""
    item = workspace.get(workspace.result_key(head["id"], head["fence"]))
    return item["text"] if item else None


def _check_answer(wanted: CompleteIn) -> None:
    if (wanted.result is None) == (wanted.error is None):
        raise Invalid("result: exactly one of result and error is needed.")
    if len((wanted.result or "").encode()) > MAX_RESULT_BYTES:
        raise TooLarge(f"result: is over {MAX_RESULT_BYTES:,} bytes.")


def _failure(head: Item, agent: str, wanted: CompleteIn, now: datetime, settings: Settings) -> Step:
    if wanted.retryable and queue.may_try_again(head, settings):
        return endings.try_again(head, agent, wanted.fence, now, settings, random.random())  # noqa: S311 jitter
    error = {"error": (wanted.error or "")[:MAX_ERROR], "errorCode": wanted.errorCode or "engine_failed"}
    return endings.fail(head, agent, wanted.fence, error, now, settings)


def _success(
    workspace: Workspace, head: Item, agent: str, wanted: CompleteIn, text: str, now: datetime, settings: Settings
) -> Step:
    """Store the result beside the head first. It has a time to live: should the head not end by it, it is an
    orphan that harms nobody.
    """
    follow_up = job_types.named(head["type"]).follow_up is not None
    step = endings.complete(head, agent, wanted.fence, {"engine": wanted.runner}, follow_up, now, settings)
    expiry = instants.epoch(now, settings.retention)
    first_delivery = Clause("pk", ABSENT)
    item = jobs.result_item(workspace, head, text, _checked(workspace, head, text), expiry, wanted.told())
    workspace.put(item, (first_delivery,))
    return step


def _checked(workspace: Workspace, head: Item, text: str) -> tuple[Any, str | None]:
    job_type = job_types.named(head["type"])
    if job_type.answer is None:
        return None, None
    frozen = frozen_of(workspace.get(workspace.input_key(head["id"])))
    return job_type.check(text, frozen or Frozen("", ""))


def _changed(workspace: Workspace, head: Item, step: Step, agent: str, wanted: CompleteIn) -> Item:
    """The head as it then is: ended, back in the line or, where a cancel came in between, still held."""
    outcome = workspace.update(workspace.job_key(head["id"]), step)
    after = outcome.item or head
    still_held = endings.holds(after, agent, wanted.fence)
    if not (outcome.done or still_held or _is_repeated(after, agent, wanted)):
        raise endings.refusal(after, agent, wanted.fence)
    return after
