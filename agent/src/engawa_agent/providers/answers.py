"""What a model answered, in no provider's words."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from engawa_agent.providers import complaints, failures
from engawa_agent.providers.messages import Assistant, Echo, ToolCall

# It came to its end (or to a stop sequence); to the limit of tokens; it waits for tools; the API says something else.
Finish = Literal["stop", "length", "tools", "unknown"]
MADE_UP = "engawa-call-"


@dataclass(frozen=True)
class Answer:
    """`usage` holds what is known: inputTokens (all that was read), outputTokens (thoughts too), cachedTokens."""

    text: str
    calls: tuple[ToolCall, ...] = ()
    finish: Finish = "unknown"
    usage: Mapping[str, int] = field(default_factory=dict)
    echo: Echo | None = None

    def message(self) -> Assistant:
        """As a turn of the next request."""
        return Assistant(self.text, self.calls, self.echo)

    def offered(self, names: Iterable[str]) -> "Answer":
        """Without the calls of tools that nobody offered."""
        calls = tuple(call for call in self.calls if call.name in set(names))
        finish = "stop" if self.finish == "tools" and not calls else self.finish
        return replace(self, calls=calls, finish=finish)


Reader = Callable[[Mapping[str, Any]], Answer]


def read(body: bytes, status: int, headers: Mapping[str, str], reader: Reader, secrets: Iterable[str]) -> Answer:
    """A whole answer by an API's own `reader`. Raises ProviderError, without `secrets` in its text."""
    text = body.decode("utf-8", "replace")
    document = json_or_none(text)
    if not 200 <= status < 300:
        raise complaints.from_status(status, headers, document, text, secrets)
    return of_document(document, reader, secrets)


def of_document(document: Any, reader: Reader, secrets: Iterable[str]) -> Answer:
    """The answer in a body already parsed, or gathered from a stream. Raises ProviderError."""
    raise_complaint(document, secrets)
    if not isinstance(document, dict):
        raise failures.failure(failures.BAD_ANSWER)
    try:
        return reader(document)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise failures.failure(failures.BAD_ANSWER) from error


def raise_complaint(document: Any, secrets: Iterable[str]) -> None:
    """Raise the error that a body or an event tells of, whatever its HTTP status was."""
    if complaint := complaints.read(document):
        wait = complaint.retry_after
        kind = complaints.kind_of(complaint.status, complaint, wait)
        raise failures.failure(kind, complaint.message, retry_after=wait, secrets=secrets)


def call(id_: str | None, number: int, name: str, arguments: Any) -> ToolCall:
    """A call as an API tells it: its arguments as an object or as JSON text, its id made up where there is none."""
    parsed = json_or_none(arguments or "{}") if isinstance(arguments, str) else arguments
    if isinstance(parsed, dict):
        return ToolCall(id_ or made_up(number), name, parsed)
    return ToolCall(id_ or made_up(number), name, {}, str(arguments) or "nothing")


def made_up(number: int) -> str:
    """The id of an answer's call in an API that gives none."""
    return f"{MADE_UP}{number}"


def finished(word: object, words: Mapping[str, Finish], calls: tuple[ToolCall, ...]) -> Finish:
    """The neutral word for an API's own. Some say they just stopped when they wait for tools."""
    finish = words.get(str(word), "unknown")
    return "tools" if calls and finish != "length" else finish


def counts(**numbers: object) -> dict[str, int]:
    """What is known of the usage."""
    return {name: number for name, number in numbers.items() if isinstance(number, int)}


def total(*numbers: object) -> int | None:
    """The sum of what is known, or None if nothing is."""
    known = [number for number in numbers if isinstance(number, int)]
    return sum(known) if known else None


def json_or_none(text: str) -> Any:
    """Text as JSON, or None if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
