"""A request as an API takes it, ready to be sent, and what could not be said in it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engawa_agent.providers import failures
from engawa_agent.providers.failures import ProviderError
from engawa_agent.providers.merging import Settled
from engawa_agent.providers.options import Choice


@dataclass(frozen=True)
class LeftOut:
    """A warning for the job's trace: the option (or `media`) and why it is not in the request, or not as asked."""

    option: str
    reason: str

    def __str__(self) -> str:
        return f"{self.option}: {self.reason}"


Leave = Callable[[str, str], None]


@dataclass(frozen=True)
class ApiRequest:
    """`path` goes after the base URL. `headers`: without the key, which only its engine knows.

    `doubtful`: options that are in the body and that a server of this API may refuse; see `second_try`. `streams`: it
    asks for its answer piece by piece.
    """

    path: str
    body: Mapping[str, Any]
    headers: Mapping[str, str]
    left_out: tuple[LeftOut, ...] = ()
    doubtful: tuple[str, ...] = ()
    streams: bool = False

    def adding(self, fields: Mapping[str, Any]) -> "ApiRequest":
        """With fields of the engine's own; objects are merged, so that none of the others is lost."""
        return replace(self, body=merged(self.body, fields))


class LeftOuts:
    """Gathers what an adapter has to leave out while it builds a request."""

    def __init__(self) -> None:
        self.found: list[LeftOut] = []

    def leave(self, option: str, reason: str) -> None:
        if LeftOut(option, reason) not in self.found:
            self.found.append(LeftOut(option, reason))


def made(
    path: str,
    body: Mapping[str, Any],
    options: Settled,
    left_outs: LeftOuts,
    *,
    headers: Mapping[str, str] | None = None,
    doubtful: Mapping[str, Any] | None = None,
) -> ApiRequest:
    """The request. `doubtful`: what stands in the body for an option that a server may refuse.

    Raises ProviderError where something is left out that the options must have.
    """
    for option in sorted(options.refused):
        left_outs.leave(option, "the server refused it, so it was asked again without")
    refuse_to_go_without(options, left_outs)
    asked = [name for name in present(doubtful or {}) if name not in options.must]
    left_out, streams = tuple(left_outs.found), bool(options.stream)
    return ApiRequest(path, present(body), dict(headers or {}), left_out, tuple(asked), streams)


def refuse_to_go_without(options: Settled, left_outs: LeftOuts) -> None:
    """Raise ProviderError where something is left out that the options must have."""
    missing = [str(each) for each in left_outs.found if each.option in options.must]
    if missing:
        raise failures.failure(failures.UNSUPPORTED, "; ".join(missing))


def second_try(error: ProviderError, sent: ApiRequest, options: Settled) -> Settled | None:
    """The options to ask again with after a refusal, without what the server may have minded; None if there is no use.

    The doubtful options that the error names; all of them if it names none.
    """
    if error.code != "engine_refused" or error.status not in (400, 422, 501) or not sent.doubtful:
        return None
    named = [option for option in sent.doubtful if _SPOKEN_OF[option].search(error.message)]
    return options.without(*(named or sent.doubtful))


def present(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that hold something; 0 and False do."""
    return {name: value for name, value in fields.items() if value not in (None, "", (), [], {})}


def stops(options: Settled, leave: Leave, *, at_most: int | None = None, white_space: bool = True) -> list[str]:
    """The stop sequences that an API takes; an empty one would stop nothing or everything."""
    sequences = [sequence for sequence in options.stop if sequence.strip() or (sequence and white_space)]
    if not white_space and any(sequence.isspace() for sequence in options.stop):
        leave("stop", "this API takes no sequence of white space alone")
    if len(sequences) > (at_most or len(sequences)):
        leave("stop", f"this API takes {at_most} sequences, so the others are left out")
    return sequences[:at_most]


def choice(options: Settled, leave: Leave) -> Choice | None:
    """The tool choice, if there are tools to choose from."""
    chosen = options.tool_choice
    if chosen is None or (chosen.kind == "none" and not options.tools):
        return None
    if not options.tools:
        leave("tool_choice", "there are no tools to choose from")
    elif chosen.kind == "named" and chosen.tool not in [tool.name for tool in options.tools]:
        leave("tool_choice", f"there is no tool {chosen.tool}")
    else:
        return chosen
    return None


_SPOKEN_OF = {
    "temperature": re.compile("temperature", re.I),
    "stop": re.compile(r"\bstop", re.I),
    "response_format": re.compile(r"\b(response_?)?(format|mime)|schema|json|grammar", re.I),
    "tools": re.compile(r"\b(tool|function)", re.I),
}


def merged(first: Any, second: Any) -> Any:
    """The fields of both, those of the second where they have the same; objects in them likewise."""
    if not isinstance(first, Mapping) or not isinstance(second, Mapping):
        return second
    return {**first, **{name: merged(first.get(name), value) for name, value in second.items()}}
