"""Ollama's own chat API."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engawa_agent.providers import answers, streaming
from engawa_agent.providers.answers import Answer, Finish
from engawa_agent.providers.api_request import ApiRequest, Leave, LeftOuts, choice, made, present, stops
from engawa_agent.providers.merging import Settled
from engawa_agent.providers.messages import Assistant, Results, ToolCall, Turn, User, blank
from engawa_agent.providers.openai_chat import tool_of
from engawa_agent.providers.options import Json, Tool
from engawa_agent.providers.prompts import Prompt, joined

_IMAGES = ("image/png", "image/jpeg", "image/webp")
_FINISH: Mapping[str, Finish] = {"stop": "stop", "length": "length"}


def request(prompt: Prompt, options: Settled) -> ApiRequest:
    """For `{base}/api/chat`. Raises ProviderError for what must not be left out. It streams unless told not to."""
    left = LeftOuts()
    numbers = {
        "temperature": options.temperature,
        "num_predict": options.max_tokens,
        "stop": stops(options, left.leave),
    }
    body = {
        "model": options.model,
        "messages": _messages(prompt, left.leave),
        "options": present(numbers),
        "format": _format(options.response_format),
        "tools": [tool_of(tool) for tool in _tools(options, left.leave)],
        "stream": bool(options.stream),
    }
    doubtful = {"response_format": body["format"], "tools": body["tools"]}
    return made("/api/chat", body, options, left, doubtful=doubtful)


def answer(body: bytes, status: int, headers: Mapping[str, str], secrets: Iterable[str] = ()) -> Answer:
    """Raises ProviderError, without `secrets` in its text."""
    return answers.read(body, status, headers, _answer, secrets)


def decoder(secrets: Iterable[str] = ()) -> streaming.Decoder:
    return streaming.values(_Chunks(), _answer, secrets)


def _messages(prompt: Prompt, leave: Leave) -> list[dict[str, Any]]:
    """Neighbours of one role in one message: some models' templates refuse two."""
    system = [] if blank(prompt.system) else [{"role": "system", "content": prompt.system}]
    return [*system, *(message for turn in joined(prompt.turns) for message in _turn(turn, leave))]


def _turn(turn: Turn, leave: Leave) -> list[dict[str, Any]]:
    match turn:
        case User():
            return [_user(turn, leave)]
        case Assistant():
            said = {"role": "assistant", "content": "" if blank(turn.text) else turn.text}
            return [said | ({"tool_calls": [_call(call) for call in turn.calls]} if turn.calls else {})]
        case Results():
            return [{"role": "tool", "tool_name": each.name, "content": each.told} for each in turn.results]


def _user(user: User, leave: Leave) -> dict[str, Any]:
    images = [media for media in user.media if media.mime in _IMAGES]
    others = [media for media in user.media if media.mime not in _IMAGES]
    for media in others:
        leave("media", f"{media.mime} cannot be sent to this API")
    texts = [*(media.stand_in for media in others), *([] if blank(user.text) else [user.text])]
    message = {"role": "user", "content": "\n\n".join(texts)}
    return message | ({"images": [media.base64 for media in images]} if images else {})


def _call(call: ToolCall) -> dict[str, Any]:
    return {"function": {"name": call.name, "arguments": dict(call.arguments)}}


def _format(wanted: Json | None) -> str | dict[str, Any] | None:
    if wanted is None:
        return None
    return "json" if wanted.schema is None else dict(wanted.schema)


def _tools(options: Settled, leave: Leave) -> tuple[Tool, ...]:
    """It has no tool choice: `none` is not to offer any, and `auto` is what it does."""
    chosen = choice(options, leave)
    if chosen is None or chosen.kind == "auto":
        return options.tools
    if chosen.kind == "none":
        return ()
    leave("tool_choice", "this API leaves it to the model whether tools are used")
    return options.tools


def _answer(document: Mapping[str, Any]) -> Answer:
    message = document["message"]
    text = message.get("content") or ""
    calls = tuple(
        answers.call(None, number, each["function"]["name"], each["function"].get("arguments") or {})
        for number, each in enumerate(message.get("tool_calls") or [])
    )
    usage = answers.counts(inputTokens=document.get("prompt_eval_count"), outputTokens=document.get("eval_count"))
    return Answer(text, calls, answers.finished(document.get("done_reason"), _FINISH, calls), usage)


@dataclass
class _Chunks:
    """Each value is a piece of the message; the last one has the counts."""

    ended: bool = False
    marks_its_end: bool = False
    texts: list[str] = field(default_factory=list)
    calls: list[Mapping[str, Any]] = field(default_factory=list)
    last: Mapping[str, Any] = field(default_factory=dict)

    def add(self, event: Mapping[str, Any]) -> int:
        message = event.get("message") or {}
        text = message.get("content") or ""
        self.texts.append(text)
        self.calls.extend(message.get("tool_calls") or [])
        self.ended, self.last = event.get("done") is True, event
        return len(text)

    def document(self) -> Mapping[str, Any]:
        return {**self.last, "message": {"content": "".join(self.texts), "tool_calls": self.calls}}
