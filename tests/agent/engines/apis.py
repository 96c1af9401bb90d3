"""The engines that speak to an API, each made for a server on loopback, and how one is asked."""

import threading
import time
from collections.abc import Mapping
from typing import Any

from engawa_agent import asking
from engawa_agent.engines import Engine, Reply, Request
from engawa_agent.engines import anthropic as claude
from engawa_agent.engines import gemini as google
from engawa_agent.engines.ollama import Ollama
from engawa_agent.engines.openai_compatible import OpenAiCompatible
from tests.agent.makers import a_request, a_settings, no_progress

# In no form that would be recognised as a key by its looks.
KEY = "hunter2hunter2-1f9c"
MODEL = "small-1"
APIS = ("openai_chat", "openai_responses", "anthropic", "gemini", "ollama")
ROUTES = {
    "openai_chat": "POST /v1/chat/completions",
    "openai_responses": "POST /v1/responses",
    "anthropic": "POST /v1/messages",
    "gemini": f"POST /v1beta/models/{MODEL}:streamGenerateContent",
    "ollama": "POST /api/chat",
}
LISTS = {
    "openai_chat": "GET /v1/models",
    "openai_responses": "GET /v1/models",
    "anthropic": "GET /v1/models",
    "gemini": "GET /v1beta/models",
    "ollama": "GET /api/tags",
}
_LISTED: Mapping[str, Any] = {
    "gemini": {"models": [{"name": f"models/{MODEL}", "supportedGenerationMethods": ["generateContent"]}]},
    "ollama": {"models": [{"name": MODEL, "model": MODEL, "details": {"family": "qwen3"}}]},
}


def listed(api: str) -> Any:
    """What the server answers that is asked for its models."""
    return _LISTED.get(api, {"data": [{"id": MODEL, "type": "model"}]})


def an_engine(api: str, url: str, **settings: Any) -> Engine:
    """With a key, and a model that is chosen."""
    values = {"url": url, "model": MODEL, **settings}
    match api:
        case "openai_chat" | "openai_responses":
            spoken = {"url": f"{url}/v1", "api": api.removeprefix("openai_")}
            return OpenAiCompatible(a_settings("openai-compatible", KEY, **{**values, **spoken}))
        case "anthropic":
            return claude.engine(a_settings("anthropic", KEY, **values))
        case "gemini":
            return google.engine(a_settings("gemini", KEY, **values))
    return Ollama(a_settings("ollama", KEY, **values), {})


def asked(engine: Engine, request: Request | None = None, cancel: threading.Event | None = None) -> Reply:
    """As the agent asks it."""
    return asking.ask(engine, request or a_request(), cancel or threading.Event(), no_progress, time.monotonic)
