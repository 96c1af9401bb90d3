"""What a server says, whole and as the bytes of a stream."""

import json
from dataclasses import dataclass
from typing import Any

TEXT = "価格 🚀\u2028é"
PIECES = ("価", "格 🚀", "\u2028é")  # a stream may cut the text anywhere between characters


@dataclass(frozen=True)
class Said:
    """`events` are the stream's, in their order; of which the framing makes bytes."""

    whole: dict[str, Any]
    events: tuple[dict[str, Any] | str, ...]


def events(*said: dict[str, Any] | str, end: str = "\n") -> bytes:
    """Server-sent events, with a comment to keep the connection alive before each."""
    return "".join(f": ping{end}{end}{_named(each, end)}data: {_json(each)}{end}{end}" for each in said).encode()


def lines(*said: dict[str, Any] | str, end: str = "\n") -> bytes:
    """JSON values, one a line."""
    return "".join(f"{_json(each)}{end}" for each in said).encode()


def stream(api: str, said: Said, end: str = "\n") -> bytes:
    return (lines if api == "ollama" else events)(*said.events, end=end)


def whole(said: Said) -> bytes:
    return json.dumps(said.whole, ensure_ascii=False).encode()


def _json(each: dict[str, Any] | str) -> str:
    return each if isinstance(each, str) else json.dumps(each, ensure_ascii=False)


def _named(each: dict[str, Any] | str, end: str) -> str:
    return f"event: {each['type']}{end}" if isinstance(each, dict) and "type" in each else ""
