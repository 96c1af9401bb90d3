"""A line put to an engine to see whether it answers, how long that takes, and how quick it writes."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engawa_agent.cleaning import cleaned
from engawa_agent.engines import Engine, Progress, Request, roster
from engawa_agent.errors import EngineError

SECONDS = 60.0
REQUEST = Request(
    instruction="Answer in one short line.",
    context="- The engawa is the veranda between a house and its garden.",
    prompt="What is an engawa?",
    locale="en",
    seconds=SECONDS,
)


@dataclass(frozen=True)
class Trial:
    """`error` is a sentence where there was no answer; `tokens` how many were written, None where nobody counted."""

    engine: Engine
    seconds: float
    answer: str = ""
    error: str = ""
    tokens: int | None = None

    @property
    def pace(self) -> float | None:
        """Tokens a second, reading included."""
        return round(self.tokens / self.seconds, 1) if self.tokens and self.seconds > 0 else None

    def document(self) -> dict[str, Any]:
        told = {"answer": self.answer} if not self.error else {"error": self.error}
        return {"seconds": round(self.seconds, 1), "tokensPerSecond": self.pace, **told}


def of(engine: Engine, clock: Callable[[], float], progress: Progress = lambda phase, amount: None) -> Trial:
    """One real answer, or why there is none."""
    started = clock()
    try:
        reply = roster.run(engine, REQUEST, threading.Event(), progress)
    except EngineError as error:
        return Trial(engine, clock() - started, error=error.message)
    tokens = reply.usage.get("outputTokens")
    answer = " ".join(cleaned(reply.text).split())
    return Trial(
        engine,
        clock() - started,
        answer,
        "" if answer else "It gave an empty answer.",
        tokens if isinstance(tokens, int) else None,
    )
