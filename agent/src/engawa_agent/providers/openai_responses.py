"""OpenAI's Responses API."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engawa_agent.providers import answers, failures, streaming
from engawa_agent.providers.answers import Answer, Finish
from engawa_agent.providers.api_request import ApiRequest, Leave, LeftOuts, choice, made, present
from engawa_agent.providers.merging import Settled
from engawa_agent.providers.messages import IMAGES, Assistant, Media, Results, ToolCall, Turn, User, blank
from engawa_agent.providers.options import Choice, Json, Tool
from engawa_agent.providers.prompts import Prompt

_FINISH: Mapping[str, Finish] = {"completed": "stop", "max_output_tokens": "length"}
_ENDS = ("response.completed", "response.incomplete", "response.failed")


def request(prompt: Prompt, options: Settled) -> ApiRequest:
    """For `{base}/responses`, the base ending in `/v1`. Raises ProviderError for what must not be left out."""
    left = LeftOuts()
    if options.stop:
        left.leave("stop", "this API has no stop sequences")
    body = {
        "model": options.model,
        "instructions": "" if blank(prompt.system) else prompt.system,
        "input": [item for turn in prompt.turns for item in _items(turn, left.leave)],
        "temperature": options.temperature,
        "max_output_tokens": options.max_tokens,
        "text": _format(options.response_format, left.leave),
        "tools": [_tool(tool) for tool in options.tools],
        "tool_choice": _choice(choice(options, left.leave)),
        "stream": options.stream or None,
        # Nothing here is ever asked for again, so nothing of it is to be kept there.
        "store": False,
    }
    doubtful = {"temperature": body["temperature"], "response_format": body["text"]}
    return made("/responses", body, options, left, doubtful=doubtful)


def answer(body: bytes, status: int, headers: Mapping[str, str], secrets: Iterable[str] = ()) -> Answer:
    """Raises ProviderError, without `secrets` in its text."""
    return answers.read(body, status, headers, _answer, secrets)


def decoder(secrets: Iterable[str] = ()) -> streaming.Decoder:
    return streaming.events(_Events(), _answer, secrets)


def _items(turn: Turn, leave: Leave) -> list[dict[str, Any]]:
    match turn:
        case User():
            return [_message("user", _content(turn, leave))]
        case Assistant():
            said = [] if blank(turn.text) else [_message("assistant", turn.text)]
            return [*said, *map(_call, turn.calls)]
        case Results():
            return [{"type": "function_call_output", "call_id": each.id, "output": each.told} for each in turn.results]


def _message(role: str, content: str | list[dict[str, Any]]) -> dict[str, Any]:
    """Its type may be left out, but not for llama.cpp."""
    return {"type": "message", "role": role, "content": content}


def _content(user: User, leave: Leave) -> str | list[dict[str, Any]]:
    if not user.media:
        return user.text
    text = [] if blank(user.text) else [{"type": "input_text", "text": user.text}]
    return [*(_part(media, leave) for media in user.media), *text]


def _part(media: Media, leave: Leave) -> dict[str, Any]:
    if media.mime in IMAGES:
        return {"type": "input_image", "detail": "auto", "image_url": media.data_url}
    if media.mime == "application/pdf":
        return {"type": "input_file", "filename": media.name or "document.pdf", "file_data": media.data_url}
    leave("media", f"{media.mime} cannot be sent to this API")
    return {"type": "input_text", "text": media.stand_in}


def _call(call: ToolCall) -> dict[str, Any]:
    """Without the item's own id: with it, the API looks for thoughts that belong to it."""
    arguments = json.dumps(dict(call.arguments), ensure_ascii=False)
    return {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": arguments}


def _format(wanted: Json | None, leave: Leave) -> dict[str, Any] | None:
    if wanted is None:
        return None
    if wanted.schema is None:
        return {"format": {"type": "json_object"}}
    if wanted.schema.get("type") != "object":
        leave("response_format", "this API takes a schema of an object alone")
        return None
    return {"format": {"type": "json_schema", "name": wanted.name, "schema": dict(wanted.schema)}}


def _tool(tool: Tool) -> dict[str, Any]:
    """Strict unless told otherwise, which allows but a part of JSON Schema."""
    function = {"type": "function", "name": tool.name, "description": tool.description}
    return present(function) | {"parameters": dict(tool.schema), "strict": False}


def _choice(chosen: Choice | None) -> str | dict[str, Any] | None:
    if chosen is None:
        return None
    return {"type": "function", "name": chosen.tool} if chosen.kind == "named" else chosen.kind


def _answer(document: Mapping[str, Any]) -> Answer:
    why = (document.get("incomplete_details") or {}).get("reason") or document.get("status")
    parts = [part for item in document["output"] if item["type"] == "message" for part in item["content"]]
    text = "".join(part["text"] for part in parts if part["type"] == "output_text")
    refusals = [part["refusal"] for part in parts if part["type"] == "refusal"]
    if why == "content_filter" or (refusals and not text):
        raise failures.failure(failures.FILTERED, " ".join(refusals))
    called = [item for item in document["output"] if item["type"] == "function_call"]
    calls = tuple(
        answers.call(item.get("call_id"), number, item["name"], item.get("arguments"))
        for number, item in enumerate(called)
    )
    return Answer(text, calls, answers.finished(why, _FINISH, calls), _usage(document.get("usage") or {}))


def _usage(usage: Mapping[str, Any]) -> dict[str, int]:
    cached = (usage.get("input_tokens_details") or {}).get("cached_tokens")
    read, written = usage.get("input_tokens"), usage.get("output_tokens")
    return answers.counts(inputTokens=read, outputTokens=written, cachedTokens=cached)


@dataclass
class _Events:
    """The last event holds the whole response; the items before it are kept for servers that leave them out there."""

    ended: bool = False
    marks_its_end: bool = False
    response: dict[str, Any] = field(default_factory=dict)
    items: list[Mapping[str, Any]] = field(default_factory=list)

    def add(self, event: Mapping[str, Any]) -> int:
        kind = event["type"]
        if kind == "response.output_text.delta":
            return len(event["delta"])
        if kind == "response.output_item.done":
            self.items.append(event["item"])
        if kind in _ENDS:
            self.ended, self.response = True, dict(event["response"])
        return 0

    def document(self) -> Mapping[str, Any]:
        return {**self.response, "output": self.response.get("output") or self.items}
