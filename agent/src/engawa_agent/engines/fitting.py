"""A request made to fit a small window: the context gives way, never the instruction or the question."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engawa_agent.engines import Request
from engawa_text import prompt, units, words

# The chat template's own tokens, and what the counter may be off by.
MARGIN = 64
LEAST = 100


def fit(request: Request, room: int, count: Callable[[str], int]) -> tuple[Request, dict[str, Any]]:
    """`request` with as much of its context as `room` tokens hold, and a note of what was left out.

    `count` gives the tokens of a text. The context keeps its head and its tail; when even without it the rest is
    too long, the question is shrunk the same way: a long board is never an error.
    """
    note: dict[str, Any] = {}
    for part in ("context", "prompt", "instruction"):
        whole = getattr(request, part)
        keep = units.length(whole)
        while (over := count(request.text()) - (room - MARGIN)) > 0 and keep > LEAST:
            keep = _less(keep, over, count(getattr(request, part)))
            shrunk: dict[str, Any] = {part: _shrunk(whole, keep, request.locale)}
            request = replace(request, **shrunk)
            note["shrunk"] = {**note.get("shrunk", {}), part: {"from": units.length(whole), "to": keep}}
    return request, note


def _less(keep: int, over: int, tokens: int) -> int:
    """Fewer units in proportion to the tokens too many, and at least a tenth fewer, so that it comes to an end."""
    ratio = max(0.0, 1 - over / max(tokens, 1))
    return max(LEAST, int(keep * min(ratio, 0.9)))


def _shrunk(text: str, keep: int, locale: str) -> str:
    half = keep // 2
    return units.whole(prompt.shrink(text, half, half, words.WORDS[locale]))
