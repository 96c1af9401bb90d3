"""Our OpenAPI document as a judge of real answers."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator, Validator

ROOT = Path(__file__).parent.parent
DOCUMENT: dict[str, Any] = json.loads(
    (ROOT / "layers/engawa/python/engawa/openapi/openapi.json").read_text(encoding="utf-8")
)


def operation(key: str) -> dict[str, Any]:
    """What the document says of a route such as `GET /api/nodes/{id}`."""
    method, path = key.split(" ")
    found: dict[str, Any] = DOCUMENT["paths"][path][method.lower()]
    return found


def response(key: str, status: int) -> dict[str, Any]:
    documented = operation(key)["responses"]
    assert str(status) in documented, f"{key} does not document {status}, only {', '.join(documented)}"
    found: dict[str, Any] = resolved(documented[str(status)])
    return found


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    """`schema`, or what its reference leads to."""
    if "$ref" not in schema:
        return schema
    at: Any = DOCUMENT
    for part in schema["$ref"].removeprefix("#/").split("/"):
        at = at[part]
    return dict(at)


def strict(schema: Any) -> Any:
    """A client must expect further properties, so the document allows them; what we answer ourselves is all in it."""
    if isinstance(schema, list):
        return [strict(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {"additionalProperties": False} if "properties" in schema else {}
    return {**closed, **{key: strict(inner) for key, inner in schema.items()}}


def validator(key: str, status: int, media: str) -> Validator:
    return _compiled(json.dumps(response(key, status)["content"][media]["schema"]))


def allows(key: str, body: Any) -> bool:
    """Whether a route may be sent `body`; null is an absent one, which counts as an empty object."""
    schema = operation(key)["requestBody"]["content"]["application/json"]["schema"]
    return _compiled(json.dumps(schema), closed=False).is_valid({} if body is None else body)


@cache
def _compiled(schema: str, closed: bool = True) -> Validator:
    whole = {"components": DOCUMENT["components"], **json.loads(schema)}
    return Draft202012Validator(strict(whole) if closed else whole, validate_formats=True)


def check(key: str, status: int, headers: Mapping[str, str], text: str | None) -> None:
    """Raises AssertionError where the document does not say all of this answer."""
    documented = response(key, status)
    _check_headers(documented.get("headers", {}), headers)
    if text is None:
        assert "content" not in documented, f"{key} {status} has no body"
        return
    media = headers["content-type"]
    assert media in documented.get("content", {}), f"{key} {status} is {media}"
    value = json.loads(text) if media == "application/json" else text
    errors = validator(key, status, media).iter_errors(value)
    wrong = [f"{list(error.instance_path)}: {error.message}" for error in errors]
    assert not wrong, f"{key} {status}: {wrong}"


def _check_headers(documented: Mapping[str, Any], headers: Mapping[str, str]) -> None:
    needed = {name for name, header in documented.items() if header.get("required")}
    assert needed <= set(headers), f"missing: {needed - set(headers)}"
    undocumented = set(headers) & {"x-next-cursor", "x-poll-after-ms", "retry-after"} - set(documented)
    assert not undocumented, f"not documented: {undocumented}"
