"""What a route takes beside its body: in the path, in the query, in headers."""

from collections.abc import Mapping
from typing import Any

from engawa import idempotency, jobs, tokens
from tools.openapi.routes import Route

Schema = dict[str, Any]

UUID: Schema = {"type": "string", "format": "uuid"}
TOKEN_ID: Schema = {"type": "string", "pattern": f"^{tokens.TOKEN_ID.pattern}$"}


def _query(name: str, says: str, schema: Schema) -> Schema:
    return {"name": name, "in": "query", "description": says, "schema": schema}


CURSOR = _query("cursor", "The header `x-next-cursor` of the page before.", {"type": "string"})
WORKSPACE = _query("workspaceId", "Must be the token's own.", UUID)
LIMIT: Schema = {"type": "integer", "minimum": 1, "maximum": jobs.MAX_PAGE, "default": jobs.PAGE}
KEY: Schema = {"type": "string", "minLength": 1, "maxLength": idempotency.MAX_LENGTH, "pattern": "^[ -~]+$"}

OWN: Mapping[str, tuple[Schema, ...]] = {
    "GET /api/nodes": (_query("containerId", "Only what is read with this container.", UUID), CURSOR),
    "GET /api/edges": (_query("boardId", "Only this board's.", UUID), CURSOR),
    "GET /api/tokens": (CURSOR,),
    "GET /api/ai/jobs": (_query("limit", "How many.", LIMIT), {**CURSOR, "schema": UUID}),
    "POST /api/ai/jobs": (
        {
            "name": "Idempotency-Key",
            "in": "header",
            "description": "The same order again with the same key, within a day, is the same job.",
            "schema": KEY,
        },
    ),
}


def of(route: Route) -> list[Schema]:
    """All parameters of `route`."""
    path = [_in_path(route)] if "{id}" in route.path else []
    return [*path, *OWN.get(route.key, ()), *([WORKSPACE] if route.scope else ())]


def can_be_wrong(route: Route) -> bool:
    """Whether some parameter is checked for its form; another workspace's id is not found, whatever its form."""
    return "{id}" in route.path or route.key in OWN


def _in_path(route: Route) -> Schema:
    schema = TOKEN_ID if route.path.startswith("/api/tokens/") else UUID
    return {"name": "id", "in": "path", "required": True, "schema": schema}
