"""A finished job's answer as a person reads it."""

import json
from collections.abc import Mapping
from typing import Any


def text(job: Mapping[str, Any]) -> str:
    """A parsed list as lines, another parsed value as JSON, a text as it is."""
    parsed = job.get("parsed")
    if parsed is None:
        return str(job.get("result") or "").rstrip("\n")
    if isinstance(parsed, list):
        return "\n".join(_line(item) for item in parsed)
    return json.dumps(parsed, ensure_ascii=False, indent=2)


def _line(item: object) -> str:
    return item if isinstance(item, str) else json.dumps(item, ensure_ascii=False)
