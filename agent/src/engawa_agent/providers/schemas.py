"""A JSON Schema cut down to what an API can hold a model to."""

import json
from collections.abc import Callable, Mapping
from typing import Any

Schema = Mapping[str, Any]

_AS_IT_IS = ("$ref", "type", "enum", "const", "title", "description", "required")
_FORMATS = ("date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid")


def closed(schema: Schema) -> dict[str, Any]:
    """For Anthropic, which refuses an object that is not closed and most bounds. These are put into the description,
    where the model may heed them; the answer is checked against the whole schema anyway.
    """
    kept = {_NAMES.get(name, name): _inner(name, value) for name, value in schema.items() if _known(name, value)}
    rest = {name: value for name, value in schema.items() if not _known(name, value) and name != "additionalProperties"}
    if schema.get("type") == "object":
        kept = {**kept, "properties": kept.get("properties", {}), "additionalProperties": False}
    return kept | ({"description": _described(kept.get("description"), rest)} if rest else {})


def _known(name: str, value: Any) -> bool:
    if name == "format":
        return value in _FORMATS
    return name in _AS_IT_IS or name in _INNER or (name == "minItems" and value in (0, 1))


def _inner(name: str, value: Any) -> Any:
    return _INNER[name](value) if name in _INNER else value


def _each(schemas: Mapping[str, Schema]) -> dict[str, Any]:
    return {name: closed(schema) for name, schema in schemas.items()}


def _all(schemas: list[Schema]) -> list[dict[str, Any]]:
    return [closed(schema) for schema in schemas]


def _described(description: str | None, rest: Schema) -> str:
    return "\n\n".join(filter(None, [description, json.dumps(rest, ensure_ascii=False)]))


_INNER: Mapping[str, Callable[[Any], Any]] = {
    "$defs": _each,
    "properties": _each,
    "items": closed,
    "anyOf": _all,
    "oneOf": _all,
    "allOf": _all,
}
_NAMES = {"oneOf": "anyOf"}
