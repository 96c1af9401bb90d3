"""OpenAI's Chat Completions API, and the many servers that speak it."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from engawa_agent.providers import answers, failures, streaming
from engawa_agent.providers.answers import Answer, Finish
from engawa_agent.providers.api_request import ApiRequest, Leave, LeftOuts, choice, made, present, stops
from engawa_agent.providers.merging import Settled
from engawa_agent.providers.messages import IMAGES, Assistant, Media, Results, ToolCall, Turn, User, blank
from engawa_agent.providers.options import Choice, Json, Tool
from engawa_agent.providers.prompts import Prompt, joined

# `compatible`: LM Studio, llama.cpp, vLLM and their like, which keep to the older form.
Dialect = Literal["openai", "compatible"]

MOST_CALLS = 128
_SOUNDS = {"audio/wav": "wav", "audio/x-wav": "wav", "audio/mpeg": "mp3", "audio/mp3": "mp3"}
_FINISH: Mapping[str, Finish] = {"stop": "stop", "length": "length", "tool_calls": "tools", "function_call": "tools"}


def request(prompt: Prompt, options: Settled, dialect: Dialect = "openai") -> ApiRequest:
    """For `{base}/chat/completions`, the base ending in `/v1`. Raises ProviderError for what must not be left out."""
    left = LeftOuts()
    limit = "max_completion_tokens" if dialect == "openai" else "max_tokens"
    body = {
        "model": options.model,
        "messages": _messages(prompt, dialect, left.leave),
        "temperature": options.temperature,
        limit: options.max_tokens,
        "stop": stops(options, left.leave, at_most=4),
        "response_format": _format(options.response_format, dialect, left.leave),
        "tools": [tool_of(tool) for tool in options.tools],
        "tool_choice": _choice(choice(options, left.leave)),
        **({"stream": True, "stream_options": {"include_usage": True}} if options.stream else {}),
    }
    doubtful = {name: body[name] for name in ("temperature", "stop", "response_format")}
    if dialect == "compatible":
        doubtful["tools"] = body["tools"]
    return made("/chat/completions", body, options, left, doubtful=doubtful)


def answer(body: bytes, status: int, headers: Mapping[str, str], secrets: Iterable[str] = ()) -> Answer:
    """Raises ProviderError, without `secrets` in its text."""
    return answers.read(body, status, headers, _answer, secrets)


def decoder(secrets: Iterable[str] = ()) -> streaming.Decoder:
    return streaming.events(_Chunks(), _answer, secrets)


def tool_of(tool: Tool) -> dict[str, Any]:
    """A tool as OpenAI nests it; Ollama does too."""
    function = {"name": tool.name, "description": tool.description, "parameters": dict(tool.schema)}
    return {"type": "function", "function": present(function)}


def _messages(prompt: Prompt, dialect: Dialect, leave: Leave) -> list[dict[str, Any]]:
    # Some models' templates refuse two turns of one role; OpenAI itself does not mind.
    turns = joined(prompt.turns) if dialect == "compatible" else prompt.turns
    system = [] if blank(prompt.system) else [{"role": "system", "content": prompt.system}]
    return [*system, *(message for turn in turns for message in _turn(turn, leave))]


def _turn(turn: Turn, leave: Leave) -> list[dict[str, Any]]:
    match turn:
        case User():
            return [{"role": "user", "content": _content(turn, leave)}]
        case Assistant():
            said = {"role": "assistant", "content": None if blank(turn.text) else turn.text}
            return [said | ({"tool_calls": [_call(call) for call in turn.calls]} if turn.calls else {})]
        case Results():
            return [{"role": "tool", "tool_call_id": each.id, "content": each.told} for each in turn.results]


def _content(user: User, leave: Leave) -> str | list[dict[str, Any]]:
    if not user.media:
        return user.text
    text = [] if blank(user.text) else [{"type": "text", "text": user.text}]
    return [*(_part(media, leave) for media in user.media), *text]


def _part(media: Media, leave: Leave) -> dict[str, Any]:
    if media.mime in IMAGES:
        return {"type": "image_url", "image_url": {"url": media.data_url}}
    if media.mime in _SOUNDS:
        return {"type": "input_audio", "input_audio": {"data": media.base64, "format": _SOUNDS[media.mime]}}
    if media.mime == "application/pdf":
        return {"type": "file", "file": {"filename": media.name or "document.pdf", "file_data": media.data_url}}
    leave("media", f"{media.mime} cannot be sent to this API")
    return {"type": "text", "text": media.stand_in}


def _call(call: ToolCall) -> dict[str, Any]:
    arguments = json.dumps(dict(call.arguments), ensure_ascii=False)
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def _format(wanted: Json | None, dialect: Dialect, leave: Leave) -> dict[str, Any] | None:
    if wanted is None:
        return None
    if wanted.schema is None:
        return {"type": "json_object"}
    if dialect == "openai" and wanted.schema.get("type") != "object":
        leave("response_format", "this API takes a schema of an object alone")
        return None
    return {"type": "json_schema", "json_schema": {"name": wanted.name, "schema": dict(wanted.schema)}}


def _choice(chosen: Choice | None) -> str | dict[str, Any] | None:
    if chosen is None:
        return None
    return {"type": "function", "function": {"name": chosen.tool}} if chosen.kind == "named" else chosen.kind


def _answer(document: Mapping[str, Any]) -> Answer:
    chosen = document["choices"][0]
    message, finish = chosen["message"], chosen.get("finish_reason")
    text = _text(message.get("content"))
    if finish == "content_filter" or (message.get("refusal") and not text):
        raise failures.failure(failures.FILTERED, message.get("refusal") or "")
    calls = tuple(
        answers.call(each.get("id"), number, each["function"]["name"], each["function"].get("arguments"))
        for number, each in enumerate(message.get("tool_calls") or [])
        if "function" in each
    )
    usage = document.get("usage") or {}
    return Answer(text, calls, answers.finished(finish, _FINISH, calls), _usage(usage))


def _usage(usage: Mapping[str, Any]) -> dict[str, int]:
    cached = (usage.get("prompt_tokens_details") or {}).get("cached_tokens")
    read, written = usage.get("prompt_tokens"), usage.get("completion_tokens")
    return answers.counts(inputTokens=read, outputTokens=written, cachedTokens=cached)


def _text(content: Any) -> str:
    """Some servers answer in parts, as they may be asked in parts."""
    parts = content if isinstance(content, list) else [{"text": content}]
    return "".join(part["text"] for part in parts if isinstance(part.get("text"), str))


@dataclass
class _Chunks:
    """The first choice's deltas."""

    ended: bool = False
    marks_its_end: bool = True
    message: dict[str, Any] = field(default_factory=lambda: {"content": "", "refusal": "", "tool_calls": []})
    rest: dict[str, Any] = field(default_factory=dict)

    def add(self, event: Mapping[str, Any]) -> int:
        if event.get("usage"):
            self.rest["usage"] = event["usage"]
        return sum(self._choice(chosen) for chosen in (event.get("choices") or [])[:1])

    def document(self) -> Mapping[str, Any]:
        return {**self.rest, "choices": [{"message": self.message, "finish_reason": self.rest.get("finish")}]}

    def _choice(self, chosen: Mapping[str, Any]) -> int:
        said = chosen.get("delta") or chosen.get("message") or {}
        text = _text(said.get("content"))
        self.message["content"] += text
        self.message["refusal"] += said.get("refusal") or ""
        for call in said.get("tool_calls") or []:
            self._call(call)
        if chosen.get("finish_reason"):
            self.rest["finish"], self.ended = chosen["finish_reason"], True
        return len(text)

    def _call(self, delta: Mapping[str, Any]) -> None:
        """A new call has an id of its own; what follows of it has none, or the same. Some count all calls as 0."""
        calls = self.message["tool_calls"]
        number = delta.get("index", len(calls) - 1)
        same = [call for call in calls if call["index"] == number and delta.get("id") in (None, "", call["id"])]
        known = same[-1] if same else None
        if known is None and len(calls) >= MOST_CALLS:
            raise ValueError("so many calls are no answer")
        if known is None:
            known = {"index": number, "id": delta.get("id"), "function": {"name": "", "arguments": ""}}
            calls.append(known)
        function = delta.get("function") or {}
        known["function"]["name"] += function.get("name") or ""
        known["function"]["arguments"] += function.get("arguments") or ""
