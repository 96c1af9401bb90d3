"""What servers of OpenAI's two APIs answer."""

from typing import Any

from tests.agent.providers.framing import PIECES, TEXT, Said


def _chat_body(message: dict[str, Any], finish: str) -> dict[str, Any]:
    head = {"id": "c1", "object": "chat.completion", "created": 1, "model": "small-1"}
    chosen = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}
    return {**head, "choices": [chosen], "usage": _CHAT_USAGE}


def _chat_chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {**_CHUNK, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


_CHUNK = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "small-1"}
_CHAT_USAGE = {
    "prompt_tokens": 20,
    "completion_tokens": 3,
    "total_tokens": 23,
    "prompt_tokens_details": {"cached_tokens": 4},
}
_CHAT_END = ({**_CHUNK, "choices": [], "usage": _CHAT_USAGE}, "[DONE]")


def _function(arguments: str, **head: Any) -> dict[str, Any]:
    return {"tool_calls": [{"index": 0, "function": {"arguments": arguments, **head.pop("function", {})}, **head}]}


def _response(*output: dict[str, Any], **fields: Any) -> dict[str, Any]:
    head = {"id": "r1", "object": "response", "created_at": 1.0, "model": "gpt-5", "status": "completed"}
    rest = {"parallel_tool_calls": True, "tool_choice": "auto", "tools": [], "usage": _RESPONSE_USAGE}
    return {**head, **rest, "output": list(output), **fields}


_RESPONSE_USAGE = {
    "input_tokens": 20,
    "input_tokens_details": {"cached_tokens": 4, "cache_write_tokens": 0},
    "output_tokens": 3,
    "output_tokens_details": {"reasoning_tokens": 0},
    "total_tokens": 23,
}
_SAYS = {
    "type": "message",
    "id": "m1",
    "role": "assistant",
    "status": "completed",
    "content": [{"type": "output_text", "text": TEXT, "annotations": []}],
}
_CALLS = {
    "type": "function_call",
    "id": "f1",
    "call_id": "call_1",
    "name": "read_node",
    "arguments": '{"id": "価"}',
    "status": "completed",
}
_AT = {"item_id": "m1", "output_index": 0, "content_index": 0, "logprobs": []}


def _numbered(*said: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    return tuple({**each, "sequence_number": number} for number, each in enumerate(said))


CHAT_TEXT = Said(
    _chat_body({"content": TEXT}, "stop"),
    (
        _chat_chunk({"role": "assistant", "content": ""}),
        *(_chat_chunk({"content": piece}) for piece in PIECES),
        _chat_chunk({}, "stop"),
        *_CHAT_END,
    ),
)

RESPONSES_TEXT = Said(
    _response(_SAYS),
    _numbered(
        {"type": "response.created", "response": _response(status="in_progress", usage=None)},
        *({"type": "response.output_text.delta", "delta": piece, **_AT} for piece in PIECES),
        {"type": "response.output_item.done", "output_index": 0, "item": _SAYS},
        {"type": "response.completed", "response": _response(_SAYS)},
    ),
)

CHAT_CALL = Said(
    _chat_body(
        {
            "content": None,
            "tool_calls": [
                {
                    "id": "call_1",
                    "type": "function",
                    "function": {"name": "read_node", "arguments": '{"id": "価"}'},
                }
            ],
        },
        "tool_calls",
    ),
    (
        _chat_chunk(_function("", id="call_1", type="function", function={"name": "read_node"})),
        _chat_chunk(_function('{"id": ')),
        _chat_chunk(_function('"価"}')),
        _chat_chunk({}, "tool_calls"),
        *_CHAT_END,
    ),
)

RESPONSES_CALL = Said(
    _response(_CALLS),
    _numbered(
        {"type": "response.output_item.added", "output_index": 0, "item": {**_CALLS, "arguments": ""}},
        {"type": "response.output_item.done", "output_index": 0, "item": _CALLS},
        {"type": "response.completed", "response": _response(_CALLS)},
    ),
)
