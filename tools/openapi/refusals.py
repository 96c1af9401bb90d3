"""Which errors a route can give, and how each status of them looks."""

from collections.abc import Iterable, Mapping
from typing import Any

from engawa import errors
from engawa.errors import EngawaError
from tools.openapi import words
from tools.openapi.routes import Route

Kind = type[EngawaError]
Schema = dict[str, Any]

# What comes with each part of a route. The workspace that a token names may be contradicted in any query: NotFound.
ALWAYS: tuple[Kind, ...] = (EngawaError,)
WITH_A_TABLE: tuple[Kind, ...] = (errors.Busy,)
WITH_A_SCOPE: tuple[Kind, ...] = (errors.Unauthorized, errors.Forbidden, errors.NotFound)
WITH_A_BODY: tuple[Kind, ...] = (errors.Invalid, errors.TooLarge)
WITH_PARAMETERS: tuple[Kind, ...] = (errors.Invalid,)
# What a route's own work adds.
OWN: Mapping[str, tuple[Kind, ...]] = {
    "POST /api/nodes": (errors.Conflict,),
    "POST /api/nodes/batch": (errors.Conflict,),
    "PATCH /api/nodes/{id}": (errors.Conflict,),
    "DELETE /api/nodes/{id}": (errors.Conflict,),
    "POST /api/edges": (errors.Conflict,),
    "POST /api/ai/jobs": (errors.Unprocessable, errors.TooMany),
    "POST /api/ai/jobs/{id}/cancel": (errors.Conflict,),
    "POST /api/ai/jobs/{id}/retry": (errors.Conflict, errors.TooMany),
    "POST /api/agent/heartbeat": (errors.TooMany,),
    "POST /api/agent/jobs/claim": (errors.TooMany,),
    "POST /api/agent/jobs/{id}/renew": (errors.StaleClaim,),
    "POST /api/agent/jobs/{id}/complete": (errors.StaleClaim,),
    "POST /api/agent/jobs/{id}/release": (errors.StaleClaim,),
    "POST /api/tokens/rotate": (errors.Conflict,),
    "POST /api/pairing/start": (errors.Conflict,),
    "POST /api/pairing/poll": (
        errors.AuthorizationPending,
        errors.SlowDown,
        errors.AccessDenied,
        errors.ExpiredToken,
    ),
    "POST /api/pairing/look": (errors.TooMany,),
    "POST /api/pairing/approve": (errors.TooMany, errors.Conflict),
    "POST /api/pairing/deny": (errors.TooMany, errors.Conflict),
}
# API Gateway gives these itself too: over 10 MB, throttled, a function that ended in the middle.
OF_THE_GATEWAY = {413, 429, 500}

GATEWAY: Schema = {
    "type": "object",
    "description": "What API Gateway answers by itself.",
    "required": ["message"],
    "properties": {"message": {"type": "string"}},
}
RETRY_AFTER = {"retry-after": {"description": "Seconds.", "schema": {"type": "integer", "minimum": 1}}}


def kinds(route: Route, parameters: bool) -> set[Kind]:
    """`parameters` says whether the path, the query or a header of `route` can be wrong."""
    found = {*ALWAYS, *OWN.get(route.key, ())}
    found.update(WITH_A_SCOPE if route.scope else ())
    found.update(WITH_A_TABLE if route.scope or route.body else ())
    found.update(WITH_A_BODY if route.body else ())
    return found | set(WITH_PARAMETERS if parameters else ())


def codes(found: Iterable[Kind]) -> dict[int, list[str]]:
    """The codes of each status, and 429 also where none of ours has it: every route is throttled."""
    by_status: dict[int, list[str]] = {429: []}
    for kind in sorted(found, key=lambda kind: (kind.status, kind.code)):
        by_status.setdefault(kind.status, []).append(kind.code)
    return dict(sorted(by_status.items()))


def name(status: int, those: list[str]) -> str:
    """Of the component that describes these codes of one status: `400.invalid`."""
    return ".".join([str(status), *those])


def described(status: int, those: list[str]) -> Schema:
    """The response of `status` with one of these codes."""
    forms: list[Schema] = [_ours(those)] if those else []
    if status in OF_THE_GATEWAY:
        forms.append({"$ref": "#/components/schemas/GatewayMessage"})
    when = [f"`{code}`: {words.of_errors()[code]}" for code in those]
    return {
        "description": "\n\n".join(when) or "Too many requests at once.",
        "content": {"application/json": {"schema": forms[0] if len(forms) == 1 else {"anyOf": forms}}},
        **({"headers": RETRY_AFTER} if status == 429 else {}),
    }


def _ours(those: list[str]) -> Schema:
    code: Schema = {"const": those[0]} if len(those) == 1 else {"enum": those}
    told = {"code": {"type": "string", **code}, "message": {"type": "string", "minLength": 1}}
    error = {"type": "object", "required": ["code", "message"], "properties": told}
    return {"type": "object", "required": ["error"], "properties": {"error": error}}
