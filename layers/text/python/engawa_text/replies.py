"""A model's reply read as JSON or, where that fails, as lines."""

import json
import re

from engawa_text import javascript

_FENCE = "```"
_BULLET = re.compile(rf"^[{javascript.SPACE}]*(?:[-・*]|[0-9]+[.)])[{javascript.SPACE}]*")


def parse(raw: str) -> object:
    """The JSON array or object in `raw`, or None. Never an exception.

    The first code fence wins, whatever it holds; in it (or in all of `raw`) only the first bracket is tried,
    up to its partner. Numbers are doubles. NaN, Infinity, raw control characters and comments are no JSON.
    """
    body = _fenced(raw)
    start = re.search(r"[\[{]", body)
    if start is None:
        return None
    try:
        value, _ = _DECODER.raw_decode(body, start.start())
    except (ValueError, RecursionError):  # Deep nesting is a RecursionError, which is no ValueError.
        return None
    return value


def lines(raw: str) -> list[str]:
    """The lines of `raw` without their bullet or number, trimmed; empty ones and fences are left out.

    Lines end at U+000A alone. One bullet goes, not a second: `- - a` is `- a`, and `10.5` is `5`.
    """
    bare = [_BULLET.sub("", line).strip(javascript.SPACE) for line in raw.split("\n")]
    return [line for line in bare if line and not line.startswith(_FENCE)]


def _fenced(raw: str) -> str:
    """What stands between the first two fence marks, a language name included; `raw` if there are none."""
    parts = raw.split(_FENCE, 2)
    return parts[1] if len(parts) == 3 else raw


def _refuse(constant: str) -> object:
    raise ValueError(constant)


_DECODER = json.JSONDecoder(parse_int=javascript.number, parse_float=javascript.number, parse_constant=_refuse)
