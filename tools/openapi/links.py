"""What an answer can be followed by: which call takes an id or a code from it."""

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]

ID: Schema = {"parameters": {"id": "$response.body#/id"}}
FENCE = {"fence": "$response.body#/fence"}


def _with(body: Schema) -> Schema:
    return {**ID, "requestBody": body}


def _code(name: str) -> Schema:
    return {"requestBody": {name: f"$response.body#/{name}"}}


FOLLOWED: Mapping[str, Mapping[str, Schema]] = {
    "POST /api/nodes": {"getNode": ID, "patchNode": ID, "deleteNode": ID},
    "POST /api/edges": {"deleteEdge": ID},
    "POST /api/ai/jobs": {"getJob": ID, "cancelJob": ID, "retryJob": ID},
    "POST /api/agent/jobs/claim": {
        "renew": _with(FENCE),
        "complete": _with({**FENCE, "result": "- an answer"}),
        "release": _with(FENCE),
    },
    "POST /api/tokens": {"revokeToken": ID},
    "POST /api/pairing/start": {
        "pollPairing": _code("deviceCode"),
        "lookAtPairing": _code("userCode"),
        "approvePairing": _code("userCode"),
        "denyPairing": _code("userCode"),
    },
}


def of(key: str) -> dict[str, Schema]:
    """The links of a route's good answer, by the operation that follows."""
    return {name: {"operationId": name, **link} for name, link in FOLLOWED.get(key, {}).items()}
