"""The whole prompt as one text, for command-line engines, which know no roles and no options."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from engawa_agent.providers.api_request import LeftOut, LeftOuts, refuse_to_go_without
from engawa_agent.providers.merging import Settled
from engawa_agent.providers.messages import Assistant, Results, Turn, User, blank
from engawa_agent.providers.options import Json
from engawa_agent.providers.prompts import Prompt

_CANNOT = ("temperature", "max_tokens", "stop", "tools", "tool_choice")


@dataclass(frozen=True)
class PlainText:
    """What goes to a program's stdin. Its model and whether it streams are matters of its command line."""

    text: str
    left_out: tuple[LeftOut, ...] = ()


def request(prompt: Prompt, options: Settled) -> PlainText:
    """Raises ProviderError for what must not be left out. A job's prompt is `engawa_text.prompt.build`, to the byte."""
    left = LeftOuts()
    for name in _CANNOT:
        if getattr(options, name) not in (None, ()):
            left.leave(name, "a command-line engine has no such option")
    if any(isinstance(turn, User) and turn.media for turn in prompt.turns):
        left.leave("media", "a command-line engine is given text alone")
    refuse_to_go_without(options, left)
    return PlainText("\n\n".join(_parts(prompt, options.response_format)), tuple(left.found))


def _parts(prompt: Prompt, wanted: Json | None) -> Iterable[str]:
    if prompt.system:
        yield prompt.system
    yield from [_words(prompt.turns[0])] if len(prompt.turns) == 1 else map(_labelled, prompt.turns)
    if wanted and wanted.schema:  # there is no way to hold it to a schema but to tell it
        yield f"JSON Schema:\n{json.dumps(dict(wanted.schema), ensure_ascii=False)}"


def _labelled(turn: Turn) -> str:
    return f"[{_ROLES[type(turn)]}]\n{_words(turn)}"


def _words(turn: Turn) -> str:
    match turn:
        case User():
            said = [*(media.stand_in for media in turn.media), *([] if blank(turn.text) else [turn.text])]
        case Assistant():
            said = [turn.text] if not blank(turn.text) else []
            said += [f"{call.name}({json.dumps(dict(call.arguments), ensure_ascii=False)})" for call in turn.calls]
        case Results():
            said = [f"{result.name}: {result.told}" for result in turn.results]
    return "\n\n".join(said)


_ROLES: dict[type, str] = {User: "user", Assistant: "assistant", Results: "tool"}
