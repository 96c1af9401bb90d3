"""Ollama: whatever model it has, or the one that ENGAWA_OLLAMA_MODEL names."""

import json
import os
import threading
from collections.abc import Mapping
from typing import Any

from engawa_agent.engines import Check, Progress, Reply, Request
from engawa_agent.engines.exchange import Server, call, post
from engawa_agent.errors import EngineError

INSTALL = "Install it from https://ollama.com, then: ollama pull llama3.2"
# Leave room for the longest context (12,000 units) and its answer; Ollama's own default cuts it silently.
CONTEXT_TOKENS = 16_384


class Ollama:
    """Speaks /api/chat, not streamed: the answer comes in one piece."""

    id = "ollama"

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._server = Server(_address(environ.get("OLLAMA_HOST", "")))
        self._model = environ.get("ENGAWA_OLLAMA_MODEL", "")
        self.label = "Ollama"

    def check(self) -> Check:
        try:
            models = _models(call(self._server, "/api/tags"))
        except EngineError as error:
            return Check(False, error.message, f"ollama serve   ({INSTALL})", "not running")
        return self._choose(models)

    def run(self, request: Request, cancel: threading.Event, progress: Progress) -> Reply:
        progress("reading", 0)
        lines: list[str] = []
        post(
            self._server,
            "/api/chat",
            self._body(request),
            cancel=cancel,
            seconds=request.seconds,
            on_line=lines.append,
        )
        reply = _reply("\n".join(lines))
        progress("writing", len(reply.text))
        return reply

    def _choose(self, models: list[str]) -> Check:
        wanted = self._model
        if wanted and not {wanted, f"{wanted}:latest"} & set(models):
            return Check(False, f"it has no model {wanted}", f"ollama pull {wanted}", "no model")
        if not wanted and not models:
            return Check(False, "it has no model on this machine", "ollama pull llama3.2", "no model")
        self._model = wanted or models[0]
        self.label = f"Ollama {self._model}"
        return Check(True)

    def _body(self, request: Request) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self._model,
            "messages": request.messages(),
            "stream": False,
            "options": {"num_ctx": CONTEXT_TOKENS},
        }
        if request.response_schema is not None:
            body["format"] = dict(request.response_schema)
        return body


def _address(host: str) -> str:
    """OLLAMA_HOST as Ollama reads it: scheme and port may be missing; 0.0.0.0 is where it listens."""
    if not host:
        return "http://127.0.0.1:11434"
    scheme, _, rest = host.rpartition("://")
    name, colon, port = rest.rstrip("/").partition(":")
    name = "127.0.0.1" if name in ("0.0.0.0", "") else name  # noqa: S104
    return f"{scheme or 'http'}://{name}:{port if colon else '11434'}"


def _models(answer: Any) -> list[str]:
    """The models that write text here. A cloud model sends the text away, so it must be asked for by name."""
    entries = answer.get("models") if isinstance(answer, dict) else None
    found = [entry for entry in entries or [] if isinstance(entry, dict) and isinstance(entry.get("name"), str)]
    return [entry["name"] for entry in found if not entry.get("remote_host") and not _only_embeds(entry)]


def _only_embeds(entry: Mapping[str, Any]) -> bool:
    details = entry.get("details")
    return isinstance(details, dict) and "bert" in str(details.get("family", ""))


def _reply(text: str) -> Reply:
    try:
        answer = json.loads(text)
        content = answer["message"]["content"]
    except (ValueError, LookupError, TypeError) as error:
        raise EngineError("Ollama answered something that is no chat answer.", True, "bad_answer") from error
    usage = {"inputTokens": answer.get("prompt_eval_count"), "outputTokens": answer.get("eval_count")}
    return Reply(content if isinstance(content, str) else "", usage)
