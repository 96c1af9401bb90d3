"""What an engine is: something on this machine that turns a prompt into text."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from engawa_text import prompt, words

if TYPE_CHECKING:
    from engawa_agent.toolbox import Toolbox

# (phase, amount): loading, reading or writing, and how many characters are written.
Progress = Callable[[str, int], None]


@dataclass(frozen=True)
class Check:
    """Whether an engine can be used, in one word (`state`), why not, and the command that mends it."""

    usable: bool
    reason: str = ""
    how_to_get: str = ""
    state: str = "ready"


@dataclass(frozen=True)
class Request:
    """All that an engine learns of a job. `seconds` is how long it may take over its answer; `toolbox` holds what its
    model may ask for meanwhile, for engines that can.
    """

    instruction: str
    context: str
    prompt: str = ""
    locale: str = "ja"
    response_format: str = "text"
    response_schema: Mapping[str, Any] | None = None
    seconds: float = 600.0
    toolbox: "Toolbox | None" = None

    def text(self) -> str:
        """Everything in one text, for an engine that knows no roles."""
        return prompt.build(self.instruction, self.context, self.prompt, words.WORDS[self.locale])

    def asking_again(self, what_was_wrong: str) -> "Request":
        return replace(self, prompt=f"{self.prompt}\n\n{what_was_wrong}".strip())


@dataclass(frozen=True)
class Reply:
    """An answer. `usage` holds what is known of how it came about: inputTokens, outputTokens, and notes such as what
    was `thinned` or `leftOut`.
    """

    text: str
    usage: Mapping[str, Any] = field(default_factory=dict)


class Engine(Protocol):
    """Found by the entry point `engawa_agent.engines`; made quickly and without I/O, without arguments or, where it has
    a parameter `settings`, with what its owner has set for it (config.EngineSettings).
    """

    id: str
    label: str  # after `check`: with its model

    def check(self) -> Check:
        """Whether it can be used now; within 3 s, without raising."""

    def run(self, request: Request, cancel: threading.Event, progress: Progress) -> Reply:
        """The answer. Raises Cancelled soon after `cancel` is set, EngineError when there is no answer."""


def request_of(job: Mapping[str, Any], seconds: float, toolbox: "Toolbox | None" = None) -> Request:
    """What of a claimed job an engine gets to see; a field that is missing or of another type is empty."""
    payload = job.get("payload") or {}
    schema = payload.get("responseSchema")
    return Request(
        instruction=_text(payload.get("instruction")),
        context=_text(job.get("context")),
        prompt=_text(payload.get("prompt")),
        locale="en" if payload.get("locale") == "en" else "ja",
        response_format="json" if payload.get("responseFormat") == "json" else "text",
        response_schema=schema if isinstance(schema, dict) else None,
        seconds=seconds,
        toolbox=toolbox,
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
