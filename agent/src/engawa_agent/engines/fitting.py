"""A request made to fit a window: the context gives way, never the instruction, and the question last."""

from dataclasses import replace
from typing import Any

from engawa_agent.engines import Request
from engawa_agent.errors import EngineError
from engawa_text import prompt, thinning, tokens, units, words
from engawa_text.tokens import Count

# The chat template's own tokens, and what the counter may be off by.
MARGIN = 64
# Fewer units than these of a question are none.
LEAST = 100


def fit(request: Request, room: int, count: Count) -> tuple[Request, dict[str, Any]]:
    """`request` in `room` tokens, of which MARGIN stay free, and a note of what was left out: {} when nothing was.

    The context is thinned (`thinned`, the receipt of `thinning.thin`). Only a prompt that is too long even without
    any context keeps its head and tail (`shrunk`: `{"prompt": {"from", "to"}}`, in UTF-16 units): some jobs carry
    their material there. `count` gives the tokens of a text. Raises EngineError `too_long` where the instruction
    leaves no room for a question.
    """
    inside = room - MARGIN
    if count(request.text()) <= inside:
        return request, {}
    bare = replace(request, context="")
    note: dict[str, Any] = {}
    if count(bare.text()) > inside:
        keep = _longest_prompt(bare, inside, count)
        if keep < LEAST:
            raise _too_long(request, room, count)
        bare = _asking(bare, keep)
        note = {"shrunk": {"prompt": {"from": units.length(request.prompt), "to": keep}}}
    return _with_context(bare, request.context, inside, count, note)


def _longest_prompt(request: Request, inside: int, count: Count) -> int:
    return tokens.largest(lambda keep: _asking(request, keep).text(), units.length(request.prompt), inside, count)


def _asking(request: Request, keep: int) -> Request:
    shorter = prompt.shrink(request.prompt, keep // 2, keep // 2, words.WORDS[request.locale])
    return replace(request, prompt=units.whole(shorter))


def _with_context(
    bare: Request, context: str, inside: int, count: Count, note: dict[str, Any]
) -> tuple[Request, dict[str, Any]]:
    """What the context adds is counted in its place, since the tokens of two texts may grow when they are joined."""
    if not context:
        return bare, note
    alone = count(bare.text())

    def added(text: str) -> int:
        return count(replace(bare, context=text).text()) - alone

    thinned = thinning.thin(context, inside - alone, added, words.WORDS[bare.locale])
    return replace(bare, context=thinned.text), {"thinned": thinned.receipt, **note}


def _too_long(request: Request, room: int, count: Count) -> EngineError:
    message = (
        f"The order itself is too long for this engine: instruction {count(request.instruction)}, "
        f"prompt {count(request.prompt)}, window {room} tokens. Shorten it, or choose an engine with a larger window."
    )
    return EngineError(message, False, "too_long")
