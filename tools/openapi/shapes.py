"""Schemas in words, as HTML: `string, 1 to 200 characters, or null`."""

import json
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

Schema = Mapping[str, Any]


def code(text: str) -> str:
    return f"<code>{escape(text)}</code>"


def link(name: str) -> str:
    """To where the schema of that name is described on the page."""
    return f'<a href="#{escape(name, quote=True)}">{escape(name)}</a>'


def of(schema: Schema) -> str:
    """What a value of `schema` looks like."""
    if "$ref" in schema:
        return link(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return ", or ".join(of(choice) for choice in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return ", ".join([*map(code, schema.get("enum", [schema.get("const")])), *_limits(schema)])
    return ", ".join([BY_TYPE.get(str(schema.get("type")), _anything)(schema), *_limits(schema)])


def _anything(_: Schema) -> str:
    return "anything"


def _list(schema: Schema) -> str:
    return f"list of ({of(schema['items'])})"


def _plain(schema: Schema) -> str:
    return escape(str(schema.get("format") or schema["type"]))


BY_TYPE: Mapping[str, Callable[[Schema], str]] = {
    "array": _list,
    **dict.fromkeys(("string", "integer", "number", "boolean", "object", "null"), _plain),
}
RANGES = (
    ("minLength", "maxLength", " characters"),
    ("minItems", "maxItems", " items"),
    ("minProperties", "maxProperties", " keys"),
    ("minimum", "maximum", ""),
)


def _limits(schema: Schema) -> list[str]:
    ranges = [_range(schema.get(least), schema.get(most), unit) for least, most, unit in RANGES]
    pattern = [f"like {code(schema['pattern'])}"] if "pattern" in schema else []
    default = [f"{code(json.dumps(schema['default']))} if absent"] if schema.get("default") is not None else []
    return [*filter(None, ranges), *pattern, *default]


def _range(least: int | None, most: int | None, unit: str) -> str:
    if least == most:
        return "" if least is None else f"{least}{unit}"
    if most is None:
        return f"at least {least}{unit}" if least else ""
    return f"{least} to {most}{unit}" if least is not None else f"at most {most}{unit}"
