"""Which settings there are, one row each, and which engines have them."""

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engawa_agent.configuring import values
from engawa_agent.configuring.values import Kind

COMPATIBLE = ("openai-compatible",)
SERVERS = (*COMPATIBLE, "anthropic", "gemini", "ollama")
EMBEDDED = ("embedded",)
PROGRAMS = ("copilot-cli", "claude-code", "codex-cli", "gemini-cli", "apple-ai")
OURS = (*SERVERS, *EMBEDDED, *PROGRAMS)
# Their variables are named shorter than they are.
PREFIXES = {"openai-compatible": "OPENAI", "copilot-cli": "COPILOT"}


@dataclass(frozen=True)
class Field:
    """A setting; `engines` are those of ours that have it."""

    name: str
    kind: Kind
    words: str
    engines: tuple[str, ...] = ()


FIELDS = (
    Field("url", values.ADDRESS, "Where the server is.", SERVERS),
    Field("model", values.NAME, "Which model answers.", (*SERVERS, *PROGRAMS)),
    Field("api", values.API, "Which of the server's two APIs is spoken.", COMPATIBLE),
    Field("temperature", values.TEMPERATURE, "How freely a model writes.", (*SERVERS, *EMBEDDED)),
    Field("max_tokens", values.ANSWER_TOKENS, "How long an answer may become.", (*SERVERS, *EMBEDDED)),
    Field("stop", values.ENDINGS, "Where an answer ends.", SERVERS),
    Field("window", values.WINDOW, "What a model can read at once, where its server does not tell.", SERVERS),
    Field("timeout", values.SECONDS, "How long it may take over one job.", OURS),
    Field("tools", values.NAMES, "What a model may use, where the job's type allows it too.", SERVERS),
    Field("key_file", values.FILE, "A file with its key, readable by you alone.", SERVERS),
    Field("body", values.TABLE, "Fields of a request that only this server knows.", SERVERS),
    Field("threads", values.THREADS, "On how many threads it runs.", EMBEDDED),
)
# What stands above all engines. Without an order of its owner an agent has its own.
TOP = (
    Field("order", values.ENGINES, "Which engines come first."),
    Field("timeout", values.SECONDS, "How long an engine may take over one job."),
)
# Somebody else's engine has any settings; these mean the same with each, because not it alone reads them.
EVERYBODYS = ("model", "temperature", "max_tokens", "stop", "timeout", "key_file")


def kinds(engine: str) -> Mapping[str, Kind]:
    """What is checked, by name; "" for what stands above all engines."""
    if not engine:
        return {field.name: field.kind for field in TOP}
    ours = engine in OURS
    return {
        field.name: field.kind for field in FIELDS if (engine in field.engines if ours else field.name in EVERYBODYS)
    }


def takes_key(engine: str) -> bool:
    return "key_file" in kinds(engine)


def prefix(engine: str) -> str:
    return PREFIXES.get(engine) or re.sub("[^A-Z0-9]", "_", engine.upper())


def variable(engine: str, name: str) -> str:
    """The variable of the environment by which it is set: `ENGAWA_OLLAMA_MODEL`, `ENGAWA_TIMEOUT`."""
    return "_".join(filter(None, ("ENGAWA", prefix(engine), name.upper())))


def own_prefix(engine: str) -> bool:
    """Whether its variables are its own: somebody's engine `openai` must not be given ours, nor their key."""
    return engine in OURS or prefix(engine) not in map(prefix, OURS)


def key_variable(engine: str) -> str:
    """The variable that its key may come from; empty where that is another engine's."""
    return variable(engine, "key") if own_prefix(engine) else ""


def near(word: str, words: Iterable[str]) -> str | None:
    """The one of `words` that was probably meant."""
    known = sorted(words)
    begun = [each for each in known if each.startswith(f"{word}-")]
    return next(iter(difflib.get_close_matches(word, known, 1, 0.75) or begun), None)
