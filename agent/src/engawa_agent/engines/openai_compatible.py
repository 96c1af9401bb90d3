"""Any server of the OpenAI chat API: OpenAI, LM Studio, llama.cpp, vLLM. Used when its address is set."""

import os
import threading
from collections.abc import Mapping
from dataclasses import replace

from engawa_agent.engines import Check, Progress, Reply, Request, openai_chat
from engawa_agent.engines.exchange import Server, call
from engawa_agent.errors import EngineError

HOW_TO_SET = "export ENGAWA_OPENAI_URL=http://127.0.0.1:1234/v1   (and ENGAWA_OPENAI_KEY, ENGAWA_OPENAI_MODEL)"


class OpenAiCompatible:
    """Its own variables, not OPENAI_API_KEY: a key that is there for something else must not pay for this."""

    id = "openai-compatible"

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        url = environ.get("ENGAWA_OPENAI_URL", "").rstrip("/")
        self._server = Server(url, environ.get("ENGAWA_OPENAI_KEY", ""))
        self._model = environ.get("ENGAWA_OPENAI_MODEL", "")
        self.label = "OpenAI-compatible server"

    def check(self) -> Check:
        if not self._server.url:
            return Check(False, "ENGAWA_OPENAI_URL is not set", HOW_TO_SET, "not configured")
        try:
            offered = _ids(call(self._server, "/models"))
        except EngineError as error:
            return Check(False, error.message, HOW_TO_SET, _STATES.get(error.code, "not running"))
        return self._choose(offered)

    def run(self, request: Request, cancel: threading.Event, progress: Progress) -> Reply:
        fields = openai_chat.body(request, self._model)
        try:
            return self._ask(fields, request, cancel, progress)
        except EngineError as error:
            if error.code != "engine_refused" or request.response_schema is None:
                raise
        # A server that knows no schemas refuses the whole request; the instruction asks for JSON too.
        plain = openai_chat.body(replace(request, response_schema=None), self._model)
        reply = self._ask(plain, request, cancel, progress)
        return replace(reply, usage={**reply.usage, "leftOut": "response_schema"})

    def _ask(
        self, fields: Mapping[str, object], request: Request, cancel: threading.Event, progress: Progress
    ) -> Reply:
        return openai_chat.ask(
            self._server,
            "/chat/completions",
            fields,
            seconds=request.seconds,
            cancel=cancel,
            progress=progress,
        )

    def _choose(self, offered: list[str]) -> Check:
        if self._model and offered and self._model not in offered:
            return Check(False, f"it has no model {self._model}", f"It has: {', '.join(offered[:8])}", "no model")
        if not self._model and not offered:
            return Check(False, "it offers no model", HOW_TO_SET, "no model")
        self._model = self._model or offered[0]
        self.label = f"{self._model} at {self._server.name}"
        return Check(True)


_STATES = {"not_signed_in": "not signed in", "out_of_quota": "out of quota", "silent": "silent"}


def _ids(answer: object) -> list[str]:
    models = answer.get("data") if isinstance(answer, dict) else None
    entries = models if isinstance(models, list) else []
    return [entry["id"] for entry in entries if isinstance(entry, dict) and isinstance(entry.get("id"), str)]
