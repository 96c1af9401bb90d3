"""What the tests on chaos are made of: jobs as ordered and as ended, runs, calls, and the evidence of a run."""

from typing import Any

from tools.chaos.diary import Run
from tools.chaos.evidence import Evidence
from tools.chaos.exchange import CLAIM, COMPLETE, Exchange
from tools.chaos.plan import Order
from tools.chaos.script import REFUSAL, Act

JOB = "018f0000-0000-7000-8000-000000000001"
ANSWER = "- Written in run 00001.1."


def an_order(kind: str = "call_minutes", ending: str = "answer") -> Order:
    return Order("00001", kind, (Act(1.0, ending),))


def to_be_refused() -> Order:
    return an_order(ending=REFUSAL)


def a_job(status: str = "done", **fields: Any) -> dict[str, Any]:
    return {
        "status": status,
        "result": ANSWER if status == "done" else None,
        "errorCode": None,
        "error": None,
        **fields,
    }


def a_node(job: str = JOB) -> dict[str, Any]:
    return {"type": "document", "data": {"jobId": job}}


def a_run(number: int = 1, agent: str = "agent-1", started: float = 1.0, **fields: Any) -> Run:
    return Run("00001", number, agent, 100 + number, started, 2.0, **fields)


def a_claim(at: float = 0.5, fence: int = 1, agent: str = "agent-1", request: str = "r-1", **fields: Any) -> Exchange:
    seen = {"job": JOB, "fence": fence, "replied": at + 0.1, "status": 200, **fields}
    return Exchange(agent, CLAIM, at, {"requestId": request}, **seen)


def a_completion(
    at: float = 3.0, fence: int = 1, agent: str = "agent-1", result: str = ANSWER, **fields: Any
) -> Exchange:
    seen = {"job": JOB, "fence": fence, "replied": at + 0.1, "status": 200, **fields}
    return Exchange(agent, COMPLETE, at, {"fence": fence, "result": result}, **seen)


def evidence(**changes: Any) -> Evidence:
    """One job that went well, but for `changes`."""
    well: dict[str, Any] = {
        "orders": {JOB: an_order()},
        "first": {JOB: a_job()},
        "jobs": {JOB: a_job()},
        "nodes": [a_node()],
        "runs": [a_run(ended=2.9)],
        "seen": [a_claim(), a_completion()],
    }
    return Evidence(**well | changes)
