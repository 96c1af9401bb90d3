"""What is known of how an answer came about: tokens, what was left out, which tools were used. Kept with the job."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engawa_agent.providers.answers import Answer
from engawa_agent.providers.api_request import LeftOut
from engawa_agent.providers.merging import Settled
from engawa_agent.providers.messages import ToolCall

MAX_BYTES = 7_000  # the server keeps 8,000
COUNTS = ("inputTokens", "outputTokens", "cachedTokens")


@dataclass
class Trace:
    """`notes` is what a Reply carries as its usage."""

    notes: dict[str, Any] = field(default_factory=dict)

    def options(self, options: Settled) -> None:
        """Where what was set came from; what is built in, and the model, are told elsewhere."""
        told = {name: source for name, source in options.sources.items() if source != "default" and name != "model"}
        if told:
            self.notes["options"] = told

    def add(self, answer: Answer, left_out: Iterable[LeftOut]) -> None:
        """An answer of one round: all rounds were paid for."""
        self.notes |= total(self.notes, answer.usage)
        if answer.finish == "length":  # it broke off at the limit of tokens
            self.notes["finish"] = answer.finish
        if warnings := [str(each) for each in left_out]:
            self.notes["leftOut"] = warnings

    def called(self, calls: Iterable[ToolCall]) -> None:
        self.notes["tools"] = [*self.notes.get("tools", []), *(call.name for call in calls)]


def total(*usages: Mapping[str, Any]) -> dict[str, int]:
    """The tokens of several answers together."""
    known = {name: [usage[name] for usage in usages if isinstance(usage.get(name), int)] for name in COUNTS}
    return {name: sum(numbers) for name, numbers in known.items() if numbers}


def bounded(notes: Mapping[str, Any]) -> dict[str, Any]:
    """What of the notes goes to the cloud: all, or what is short where they are too long or no JSON (others' engines
    write them too).
    """
    if _size(notes) <= MAX_BYTES:
        return dict(notes)
    return {name: value for name, value in notes.items() if isinstance(value, int | float | str) and _size(value) < 200}


def _size(value: object) -> float:
    try:
        return len(json.dumps(value, allow_nan=False).encode())
    except (TypeError, ValueError, RecursionError):
        return float("inf")
