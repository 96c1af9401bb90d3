"""A request put to one engine until there is an answer worth sending: not empty, and JSON where JSON is due."""

import threading
from collections.abc import Callable
from dataclasses import replace

from engawa_agent import answer_check
from engawa_agent.engines import Engine, Progress, Reply, Request, roster, trace
from engawa_agent.errors import EngineError
from engawa_text import units

AGAIN = {
    "ja": "前の回答は使えませんでした（{wrong}）。説明を付けず、正しいJSONだけを返してください。",
    "en": "Your last answer could not be used ({wrong}). Return the right JSON alone, without any explanation.",
}


def ask(
    engine: Engine,
    request: Request,
    cancel: threading.Event,
    progress: Progress,
    clock: Callable[[], float],
) -> Reply:
    """The engine's answer; one that should be JSON of a schema and is not is asked for once more, saying what is wrong.

    Then it is handed over as it is: the cloud keeps it and says why it cannot be read. Raises Cancelled or EngineError.
    """
    started = clock()
    reply = _answer(engine, request, cancel, progress)
    wrong = _wrong(request, reply)
    left = request.seconds - (clock() - started)  # both tries together have the time of one job
    if wrong is None or left < 1:
        return _noting(reply, wrong)
    again = replace(request.asking_again(AGAIN[request.locale].format(wrong=wrong)), seconds=left)
    try:
        second = _answer(engine, again, cancel, progress)
    except EngineError as error:  # a flawed answer is more than none
        return _noting(reply, wrong, askedAgain=error.message)
    both = replace(second, usage={**second.usage, **trace.total(reply.usage, second.usage)})
    return _noting(both, _wrong(request, second), askedAgain=wrong)


def _answer(engine: Engine, request: Request, cancel: threading.Event, progress: Progress) -> Reply:
    reply = roster.run(engine, request, cancel, progress)
    if not reply.text.strip():
        message = f"{engine.label} gave an empty answer; if it does so again, choose another model."
        raise EngineError(message, True, "empty")
    return replace(reply, text=units.whole(reply.text))


def _wrong(request: Request, reply: Reply) -> str | None:
    if request.response_format != "json":
        return None
    return answer_check.complaint(reply.text, request.response_schema)


def _noting(reply: Reply, wrong: str | None, **notes: str) -> Reply:
    flaw = {"flaw": wrong} if wrong else {}
    return replace(reply, usage={**reply.usage, **notes, **flaw})
