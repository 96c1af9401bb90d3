"""Ollama: whatever model it has, or the one that is set for it."""

import os
import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from engawa_agent.config import EngineSettings, readable_on_the_way
from engawa_agent.engines import Check, Progress, Reply, Request, offers
from engawa_agent.engines.conversation import Line, line_of
from engawa_agent.engines.exchange import Server, call
from engawa_agent.engines.window import Window
from engawa_agent.errors import EngineError
from engawa_agent.providers import ollama
from engawa_agent.providers.api_request import merged

INSTALL = "Install it from https://ollama.com, then: ollama pull llama3.2"
# Ollama's own default is shorter and cuts silently; a longer one costs memory whether it is used or not.
CONTEXT_TOKENS = 16_384
PORT = 11434


class Ollama:
    """Speaks /api/chat. The window is ours to choose with each request, up to the model's own."""

    id = "ollama"

    def __init__(
        self,
        settings: EngineSettings = EngineSettings(id),  # noqa: B008  it is frozen
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self._settings = settings
        self._url = settings.get("url", "").rstrip("/") or _address(environ.get("OLLAMA_HOST", ""))
        self._wanted = self._model = settings.get("model", "")
        self._window = Window(settings.get("window"))
        self.label = "Ollama"

    def check(self) -> Check:
        try:
            models = _models(call(self._server(), "/api/tags"))
        except EngineError as error:
            return offers.failed(error, f"ollama serve   ({INSTALL})")
        wanted = self._wanted
        if wanted and not {wanted, f"{wanted}:latest"} & set(models):
            return Check(False, f"it has no model {wanted}", f"ollama pull {wanted}", "no model")
        if not wanted and not models:
            return Check(False, "it has no model on this machine", "ollama pull llama3.2", "no model")
        self._model = wanted or models[0]
        self._window.tell(self._model, min(self._longest() or CONTEXT_TOKENS, CONTEXT_TOKENS))
        self.label = f"Ollama {self._model}"
        return Check(True)

    def run(self, request: Request, cancel: threading.Event, progress: Progress) -> Reply:
        return self._line().ask(request, cancel, progress)

    def _line(self) -> Line:
        line = line_of(self._settings, self._server(), ollama, self._model, self._window)
        window = {"options": {"num_ctx": self._window.tokens or CONTEXT_TOKENS}}
        return replace(line, body=merged(window, line.body))

    def _longest(self) -> int | None:
        """The most that the model can read, by its own description."""
        try:
            told = call(self._server(), "/api/show", {"model": self._model}, seconds=1.0)
            found = [number for name, number in told["model_info"].items() if name.endswith(".context_length")]
        except (EngineError, LookupError, TypeError, AttributeError):
            return None
        return next((number for number in found if type(number) is int and number > 0), None)

    def _server(self) -> Server:
        """It seldom wants a key, so where anybody could read one on the way it is asked without."""
        return Server(self._url, "" if readable_on_the_way(self._url) else self._settings.key)


def _address(host: str) -> str:
    """OLLAMA_HOST as Ollama's client reads it: scheme, port and path may be missing; 0.0.0.0 is where it listens."""
    scheme, _, rest = host.strip().rpartition("://")
    try:
        parts = urlsplit(f"{scheme or 'http'}://{rest}")
        port = parts.port or {"http": 80, "https": 443}.get(scheme, PORT)
    except ValueError:
        return host  # nothing answers there, which is what is said of it
    name = parts.hostname or "127.0.0.1"
    name = "127.0.0.1" if name == "0.0.0.0" else f"[{name}]" if ":" in name else name  # noqa: S104
    return f"{parts.scheme}://{name}:{port}{parts.path.rstrip('/')}"


def _models(answer: Any) -> list[str]:
    """The models that write text here. A cloud model sends the text away, so it must be asked for by name."""
    entries = answer.get("models") if isinstance(answer, dict) else None
    found = [entry for entry in entries or [] if isinstance(entry, dict) and isinstance(entry.get("name"), str)]
    return [entry["name"] for entry in found if not entry.get("remote_host") and not _only_embeds(entry)]


def _only_embeds(entry: Mapping[str, Any]) -> bool:
    details = entry.get("details")
    return isinstance(details, dict) and "bert" in str(details.get("family", ""))
