"""What each route answers when all is well."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from tools.openapi import things, work

Schema = dict[str, Any]

NEXT_CURSOR: Mapping[str, Schema] = {
    "x-next-cursor": {"description": "Where there is more: what to send as `cursor`.", "schema": {"type": "string"}}
}
POLL_AFTER: Mapping[str, Schema] = {
    "x-poll-after-ms": {
        "description": "After how many milliseconds to ask again.",
        "required": True,
        "schema": {"type": "integer", "minimum": 0},
    }
}


@dataclass(frozen=True)
class Answer:
    """Of one status. Without a model there is no body, unless `schema` says what it is."""

    says: str
    model: type[BaseModel] | None = None
    many: bool = False
    status: int = 200
    media: str = "application/json"
    schema: Schema | None = None
    headers: Mapping[str, Schema] = field(default_factory=dict)


DONE = (Answer("Done, now or before.", status=204),)
THE_NODE = (Answer("The node.", things.Node),)
THE_JOB = (Answer("The job.", work.Job),)
DELIVERED = (Answer("The job as it now is.", work.AgentsJob),)
THE_PAIRING = (Answer("What is asked for.", things.Pairing),)

ANSWERS: Mapping[str, tuple[Answer, ...]] = {
    "GET /api/health": (Answer("It answers.", things.Health),),
    "GET /api/workspace": THE_NODE,
    "GET /api/nodes": (Answer("Nodes, oldest first.", things.Node, many=True, headers=NEXT_CURSOR),),
    "POST /api/nodes": THE_NODE,
    "POST /api/nodes/batch": (Answer("All of it was written.", things.Written),),
    "GET /api/nodes/{id}": THE_NODE,
    "PATCH /api/nodes/{id}": THE_NODE,
    "DELETE /api/nodes/{id}": DONE,
    "GET /api/edges": (Answer("Edges, oldest first.", things.Edge, many=True, headers=NEXT_CURSOR),),
    "POST /api/edges": (Answer("The edge.", things.Edge),),
    "DELETE /api/edges/{id}": DONE,
    "POST /api/contexts": (Answer("The text.", things.Context),),
    "GET /api/ai/status": (Answer("How the AI work stands.", things.Status),),
    "GET /api/ai/job-types": (Answer("The job types.", work.JobType, many=True),),
    "POST /api/ai/jobs": THE_JOB,
    "GET /api/ai/jobs": (Answer("Jobs, newest first.", work.Job, many=True, headers=NEXT_CURSOR),),
    "GET /api/ai/jobs/{id}": THE_JOB,
    "POST /api/ai/jobs/{id}/cancel": THE_JOB,
    "POST /api/ai/jobs/{id}/retry": THE_JOB,
    "POST /api/agent/heartbeat": (Answer("Noted.", work.Pulse),),
    "POST /api/agent/jobs/claim": (
        Answer("A job, now this agent's.", work.ClaimedJob),
        Answer("No job for this agent now.", status=204, headers=POLL_AFTER),
    ),
    "POST /api/agent/jobs/{id}/renew": (Answer("The lease is longer.", work.Renewal),),
    "POST /api/agent/jobs/{id}/complete": DELIVERED,
    "POST /api/agent/jobs/{id}/release": DELIVERED,
    "GET /api/tokens": (Answer("Tokens, the newest first.", things.Token, many=True, headers=NEXT_CURSOR),),
    "POST /api/tokens": (Answer("The token, with its text.", things.NewToken),),
    "POST /api/tokens/rotate": (Answer("The successor, with its text.", things.NewToken),),
    "DELETE /api/tokens/current": DONE,
    "DELETE /api/tokens/{id}": DONE,
    "POST /api/socket-ticket": (Answer("The ticket.", things.Ticket),),
    "POST /api/pairing/start": (Answer("Both codes.", things.PairingStart),),
    "POST /api/pairing/poll": (Answer("The agent's token, with its text.", things.PairedToken),),
    "POST /api/pairing/look": THE_PAIRING,
    "POST /api/pairing/approve": THE_PAIRING,
    "POST /api/pairing/deny": THE_PAIRING,
    "GET /openapi.json": (Answer("This document.", schema={"type": "object"}),),
    "GET /docs": (Answer("The page.", media="text/html; charset=utf-8", schema={"type": "string"}),),
}


def of(key: str) -> tuple[Answer, ...]:
    """Raises LookupError that says what to write for a route that is new."""
    if key not in ANSWERS:
        raise LookupError(f"tools/openapi/answers.py does not say what {key} answers.")
    return ANSWERS[key]


def models() -> list[type[BaseModel]]:
    """Each model that some answer is, once."""
    return list(dict.fromkeys(answer.model for given in ANSWERS.values() for answer in given if answer.model))
