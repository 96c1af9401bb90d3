"""Anthropic's Messages API."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engawa_agent.providers import answers, failures, schemas, streaming
from engawa_agent.providers.answers import Answer, Finish
from engawa_agent.providers.api_request import ApiRequest, Leave, LeftOuts, choice, made, present, stops
from engawa_agent.providers.merging import Settled
from engawa_agent.providers.messages import (
    IMAGES,
    Assistant,
    Echo,
    Media,
    Results,
    ToolResult,
    Turn,
    User,
    blank,
)
from engawa_agent.providers.options import Choice, Json, Tool
from engawa_agent.providers.prompts import Prompt, alternating

NAME = "anthropic"
# The API demands a limit; this one holds the longest answer that a job asks for, and no model in service allows less.
MAX_TOKENS = 8192
HEADERS = {"anthropic-version": "2023-06-01"}
_CHOICES = {"auto": "auto", "required": "any", "none": "none"}
_FINISH: Mapping[str, Finish] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "tool_use": "tools",
}


def request(prompt: Prompt, options: Settled) -> ApiRequest:
    """For `{base}/v1/messages`. Raises ProviderError for what must not be left out.

    A temperature is sent only if the job or the engine asks for it: newer models answer 400 to it. Then `second_try`.
    """
    left = LeftOuts()
    if options.max_tokens is None and "max_tokens" in options.sources:
        left.leave("max_tokens", f"this API demands a limit; {MAX_TOKENS} was sent")
    body = {
        "model": options.model,
        "max_tokens": MAX_TOKENS if options.max_tokens is None else options.max_tokens,
        "system": "" if blank(prompt.system) else prompt.system,
        "messages": _messages(prompt, left.leave),
        "temperature": None if options.sources.get("temperature") == "default" else options.temperature,
        "stop_sequences": stops(options, left.leave, white_space=False),
        "output_config": _format(options.response_format, left.leave),
        "tools": [_tool(tool) for tool in options.tools],
        "tool_choice": _choice(choice(options, left.leave)),
        "stream": options.stream or None,
    }
    doubtful = {"temperature": body["temperature"], "response_format": body["output_config"]}
    return made("/v1/messages", body, options, left, headers=HEADERS, doubtful=doubtful)


def answer(body: bytes, status: int, headers: Mapping[str, str], secrets: Iterable[str] = ()) -> Answer:
    """Raises ProviderError, without `secrets` in its text."""
    return answers.read(body, status, headers, _answer, secrets)


def decoder(secrets: Iterable[str] = ()) -> streaming.Decoder:
    return streaming.events(_Events(), _answer, secrets)


def _messages(prompt: Prompt, leave: Leave) -> list[dict[str, Any]]:
    sides = alternating(prompt.turns, lambda turn: _blocks(turn, leave))
    last = sides[-1][1]
    if sides[-1][0] and last[-1]["type"] == "text":  # an answer begun for the model must not end in white space
        last[-1] = {**last[-1], "text": last[-1]["text"].rstrip()}
    return [{"role": "assistant" if models else "user", "content": blocks} for models, blocks in sides]


def _blocks(turn: Turn, leave: Leave) -> list[dict[str, Any]]:
    match turn:
        case User():
            return [*(_media(media, leave) for media in turn.media), *_text(turn.text)]
        case Assistant(echo=Echo(api=api, content=content)) if api == NAME:
            kept = {call.id for call in turn.calls}
            return [dict(block) for block in content if block["type"] != "tool_use" or block["id"] in kept]
        case Assistant():
            said = {call.id: {"name": call.name, "input": dict(call.arguments)} for call in turn.calls}
            return [*_text(turn.text), *({"type": "tool_use", "id": id_, **call} for id_, call in said.items())]
        case Results():
            return [_result(result) for result in turn.results]


def _text(text: str) -> list[dict[str, Any]]:
    return [] if blank(text) else [{"type": "text", "text": text}]


def _media(media: Media, leave: Leave) -> dict[str, Any]:
    source = {"type": "base64", "media_type": media.mime, "data": media.base64}
    if media.mime in IMAGES:
        return {"type": "image", "source": source}
    if media.mime == "application/pdf":
        return {"type": "document", "source": source, **present({"title": media.name})}
    leave("media", f"{media.mime} cannot be sent to this API")
    return {"type": "text", "text": media.stand_in}


def _result(result: ToolResult) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": result.id, "content": _text(result.text)}
    return present(block | {"is_error": result.failed or None})


def _format(wanted: Json | None, leave: Leave) -> dict[str, Any] | None:
    if wanted is None:
        return None
    if wanted.schema is None:
        leave("response_format", "this API has JSON with a schema alone")
        return None
    return {"format": {"type": "json_schema", "schema": schemas.closed(wanted.schema)}}


def _tool(tool: Tool) -> dict[str, Any]:
    return present({"name": tool.name, "description": tool.description, "input_schema": dict(tool.schema)})


def _choice(chosen: Choice | None) -> dict[str, Any] | None:
    if chosen is None:
        return None
    return {"type": "tool", "name": chosen.tool} if chosen.kind == "named" else {"type": _CHOICES[chosen.kind]}


def _answer(document: Mapping[str, Any]) -> Answer:
    content, why = document["content"], document.get("stop_reason")
    if why == "refusal":
        raise failures.failure(failures.FILTERED, (document.get("stop_details") or {}).get("explanation") or "")
    text = "".join(block["text"] for block in content if block["type"] == "text")
    calls = tuple(
        answers.call(block["id"], number, block["name"], block["input"])
        for number, block in enumerate(content)
        if block["type"] == "tool_use"
    )
    echo = Echo(NAME, tuple(map(_sendable, content))) if calls else None
    return Answer(text, calls, answers.finished(why, _FINISH, calls), _usage(document.get("usage") or {}), echo)


def _sendable(block: Mapping[str, Any]) -> Mapping[str, Any]:
    """A call whose arguments cannot be read goes back with none."""
    return block if isinstance(block.get("input", {}), dict) else {**block, "input": {}}


def _usage(usage: Mapping[str, Any]) -> dict[str, int]:
    """What was read from or written to the cache is not among its `input_tokens`."""
    cached = usage.get("cache_read_input_tokens")
    read = answers.total(usage.get("input_tokens"), cached, usage.get("cache_creation_input_tokens"))
    return answers.counts(inputTokens=read, outputTokens=usage.get("output_tokens"), cachedTokens=cached)


@dataclass
class _Events:
    """The message, its blocks and their deltas. `arguments`: JSON of calls, by the number of their block."""

    ended: bool = False
    marks_its_end: bool = False
    message: dict[str, Any] = field(default_factory=lambda: {"usage": {}})
    blocks: dict[int, dict[str, Any]] = field(default_factory=dict)
    arguments: dict[int, str] = field(default_factory=dict)

    def add(self, event: Mapping[str, Any]) -> int:
        match event["type"]:
            case "message_start":
                self.message |= event["message"]
            case "content_block_start":
                self.blocks[event["index"]] = dict(event["content_block"])
                return len(event["content_block"].get("text", ""))
            case "content_block_delta":
                return self._delta(event["index"], event["delta"])
            case "message_delta":
                self.message |= event["delta"]
                self.message["usage"] = self.message["usage"] | present(event.get("usage") or {})
                self.ended = event["delta"].get("stop_reason") is not None
            case "message_stop":
                self.ended = True
        return 0

    def document(self) -> Mapping[str, Any]:
        return {**self.message, "content": [self._block(number) for number in sorted(self.blocks)]}

    def _block(self, number: int) -> dict[str, Any]:
        block, text = self.blocks[number], self.arguments.get(number)
        return {**block, "input": answers.json_or_none(text) or text} if text else block

    def _delta(self, number: int, delta: Mapping[str, Any]) -> int:
        block = self.blocks[number]
        for name in ("text", "thinking", "signature"):
            if name in delta:
                block[name] = block.get(name, "") + delta[name]
        if "partial_json" in delta:
            self.arguments[number] = self.arguments.get(number, "") + delta["partial_json"]
        return len(delta.get("text", ""))
