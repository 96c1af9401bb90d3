"""Fixed answers of the right form, for trying the path without a model. Only when asked for by name."""

import json
import threading
from collections.abc import Mapping
from typing import Any

from engawa_agent.engines import Check, Progress, Reply, Request
from engawa_agent.errors import Cancelled


class Mock:
    """A text job gets its context's list items back, a JSON job the smallest value that fits its schema."""

    id = "mock"
    label = "Mock (fixed answers)"

    def check(self) -> Check:
        return Check(True)

    def run(self, request: Request, cancel: threading.Event, progress: Progress) -> Reply:
        progress("writing", 0)
        if cancel.is_set():
            raise Cancelled
        text = _json(request.response_schema) if request.response_format == "json" else _text(request)
        progress("writing", len(text))
        return Reply(text, {"inputTokens": 0, "outputTokens": 0})


def _text(request: Request) -> str:
    items = [line for line in request.context.splitlines() if line.startswith("- ")][:10]
    return "\n".join([*items, f"- {request.prompt}"] if request.prompt else items) or "- (mock)"


def _json(schema: Mapping[str, Any] | None) -> str:
    return json.dumps(_value(schema or {"type": "array"}), ensure_ascii=False)


def _value(schema: Mapping[str, Any]) -> Any:
    """The smallest value of a schema; what it does not say is an empty string."""
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            return {name: _value(part) for name, part in schema.get("properties", {}).items()}
        case "array":
            return [_value(schema.get("items", {}))] * max(1, schema.get("minItems", 1))
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return False
    return "mock"
