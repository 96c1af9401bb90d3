"""Calls whose replies were lost on the way back, so that the caller sends them once more."""

from typing import Any

import pytest

from .conftest import Call, Reply, sample

ONCE = {**sample("post-api-ai-jobs")["headers"], "idempotency-key": "key-1"}
SAID = ("id", "status", "attempt", "attempts", "result", "error", "errorCode", "fence", "cancelRequested")
DELIVERIES: dict[str, dict[str, Any]] = {
    "result": {"result": '["a", "b", "c"]'},
    "error": {"error": "out of quota"},
    "retryable": {"error": "no answer", "retryable": True},
}


def do(call: Call, step: str) -> Reply:
    """One step of the life of the only job there is."""
    if step == "create":
        return call("post-api-ai-jobs", headers=ONCE)
    if step == "claim":
        return call("post-api-agent-jobs-claim")
    (job,) = call("get-api-ai-jobs").json
    if step in ("cancel", "retry"):
        return call(f"post-api-ai-jobs-id-{step}", path=f"/api/ai/jobs/{job['id']}/{step}")
    verb = step if step in ("renew", "release") else "complete"
    path = f"/api/agent/jobs/{job['id']}/{verb}"
    return call(f"post-api-agent-jobs-id-{verb}", path=path, body={"fence": 1, **DELIVERIES.get(step, {})})


def said(reply: Reply) -> tuple[int, dict[str, Any]]:
    """What a caller goes by; not when it was, nor when to come again."""
    return reply.status, {name: reply.json[name] for name in SAID if name in reply.json}


@pytest.mark.parametrize(
    "steps",
    [
        "create",
        "create claim",
        "create claim renew",
        "create claim result",
        "create claim error",
        "create claim retryable",
        "create claim release",
        "create claim cancel",
        "create claim cancel renew",
        "create claim cancel result",
        "create claim cancel retryable",
        "create claim cancel release",
        "create cancel",
        "create cancel retry",
        "create claim error retry",
    ],
)
def test_a_call_that_is_sent_again_is_answered_alike_and_changes_nothing(call: Call, steps: str) -> None:
    call("post-api-nodes-batch")
    *before, last = steps.split()
    for step in before:
        do(call, step)
    first, (job,) = do(call, last), call("get-api-ai-jobs").json
    again, (job_then,) = do(call, last), call("get-api-ai-jobs").json
    assert first.status == 200
    assert said(again) == said(first)
    assert {**job_then, "updatedAt": ""} == {**job, "updatedAt": ""}
