"""What a model server says it has, and which of it is taken."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engawa_agent.engines import Check
from engawa_agent.errors import EngineError

MOST_NAMED = 8
# Of a model in a list: vLLM's, LM Studio's (loaded, then largest), OpenRouter's, Anthropic's, llama.cpp's.
_WINDOWS = (
    "max_model_len",
    "loaded_context_length",
    "max_context_length",
    "context_length",
    "max_input_tokens",
    "n_ctx",
)
_STATES = {"not_signed_in": "not signed in", "out_of_quota": "out of quota", "silent": "silent"}


@dataclass(frozen=True)
class Offer:
    """`window`: how many tokens the model can read, None where the server does not tell."""

    model: str
    window: int | None = None


def of_list(document: Any) -> list[Offer]:
    """`{"data": [{"id"}]}`, as OpenAI, Anthropic and compatible servers list their models."""
    return [Offer(entry["id"], _window(entry)) for entry in _entries(document, "data", "id")]


def of_gemini(document: Any) -> list[Offer]:
    """`{"models": [{"name": "models/...", "inputTokenLimit"}]}`; those that write alone."""
    writing = [
        entry
        for entry in _entries(document, "models", "name")
        if "generateContent" in entry.get("supportedGenerationMethods", ["generateContent"])
    ]
    return [Offer(entry["name"].removeprefix("models/"), _number(entry.get("inputTokenLimit"))) for entry in writing]


def choose(offers: Sequence[Offer], wanted: str, how_to_set: str, *, first_will_do: bool) -> Offer | Check:
    """The model that is wanted, or the first where any will do; else why there is none. A server that lists nothing is
    taken at its owner's word.
    """
    names = f"it has: {', '.join(offer.model for offer in offers[:MOST_NAMED])}" if offers else "it lists none"
    if wanted:
        known = [offer for offer in offers if offer.model == wanted] if offers else [Offer(wanted)]
        return known[0] if known else Check(False, f"it has no model {wanted}", names.capitalize(), "no model")
    if offers and first_will_do:
        return offers[0]
    return Check(False, f"no model is set; {names}", how_to_set, "no model")


def failed(error: EngineError, how_to_set: str) -> Check:
    """What an engine is whose server could not be asked."""
    return Check(False, error.message, how_to_set, _STATES.get(error.code, "not running"))


def _entries(document: Any, many: str, name: str) -> Iterable[Mapping[str, Any]]:
    listed = document.get(many) if isinstance(document, dict) else None
    entries = listed if isinstance(listed, list) else []
    return [entry for entry in entries if isinstance(entry, dict) and isinstance(entry.get(name), str)]


def _window(entry: Mapping[str, Any]) -> int | None:
    meta = entry.get("meta")
    told = {**(meta if isinstance(meta, dict) else {}), **entry}
    return next((number for name in _WINDOWS if (number := _number(told.get(name)))), None)


def _number(value: object) -> int | None:
    return value if type(value) is int and value > 0 else None
