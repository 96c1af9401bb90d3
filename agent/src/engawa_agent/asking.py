"""A request put to one engine until there is an answer worth sending: not empty, and JSON where JSON is due."""

import threading
from collections.abc import Callable
from dataclasses import replace

from engawa_agent.engines import Engine, Progress, Reply, Request, roster
from engawa_agent.errors import EngineError
from engawa_text import replies, units

NOT_JSON = {
    "ja": "前の回答はJSONとして読めませんでした。説明を付けず、JSONだけを返してください。",
    "en": "Your last answer could not be read as JSON. Return the JSON alone, without any explanation.",
}


def ask(
    engine: Engine,
    request: Request,
    cancel: threading.Event,
    progress: Progress,
    clock: Callable[[], float],
) -> Reply:
    """The engine's answer; one that should be JSON and is not is asked for once more, saying so.

    The second answer is handed over whatever it is: the cloud keeps it and says why it cannot be read.
    Raises Cancelled or EngineError.
    """
    started = clock()
    reply = _answer(engine, request, cancel, progress)
    if request.response_format != "json" or replies.parse(reply.text) is not None:
        return reply
    again = request.asking_again(NOT_JSON[request.locale])
    left = request.seconds - (clock() - started)  # both tries together have the time of one job
    second = _answer(engine, replace(again, seconds=max(left, 1.0)), cancel, progress)
    return replace(second, usage={**second.usage, "askedAgain": True})


def _answer(engine: Engine, request: Request, cancel: threading.Event, progress: Progress) -> Reply:
    reply = roster.run(engine, request, cancel, progress)
    if not reply.text.strip():
        raise EngineError(f"{engine.label} gave an empty answer.", True, "empty")
    return replace(reply, text=units.whole(reply.text))
