"""What servers answer: the same answer of each API, whole and in events."""

from collections.abc import Mapping
from typing import Any

from engawa_agent.providers import anthropic, gemini, ollama, openai_chat, openai_responses
from engawa_agent.providers.formats import Format
from tests.agent.providers.framing import PIECES, TEXT, Said
from tests.agent.providers.said_openai import CHAT_CALL, CHAT_TEXT, RESPONSES_CALL, RESPONSES_TEXT

FORMATS: Mapping[str, Format] = {
    "openai_chat": openai_chat,
    "openai_responses": openai_responses,
    "anthropic": anthropic,
    "gemini": gemini,
    "ollama": ollama,
}


def _message(*content: dict[str, Any], **fields: Any) -> dict[str, Any]:
    head = {"id": "m1", "type": "message", "role": "assistant", "model": "claude-opus-5", "stop_sequence": None}
    return {**head, "content": list(content), "stop_reason": "end_turn", "usage": _CLAUDE_USAGE, **fields}


_CLAUDE_USAGE = {"input_tokens": 10, "cache_read_input_tokens": 4, "cache_creation_input_tokens": 6, "output_tokens": 3}
_THINKS = {"type": "thinking", "thinking": "Let me see.", "signature": "c2ln"}
_USES = {"type": "tool_use", "id": "call_1", "name": "read_node", "input": {"id": "価"}}
_CLAUDE_START = {"type": "message_start", "message": _message(stop_reason=None)}


def _claude_end(why: str) -> tuple[dict[str, Any], ...]:
    delta = {"stop_reason": why, "stop_sequence": None}
    return {"type": "message_delta", "delta": delta, "usage": {"output_tokens": 3}}, {"type": "message_stop"}


def _block(number: int, block: dict[str, Any], *deltas: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    return (
        {"type": "content_block_start", "index": number, "content_block": block},
        *({"type": "content_block_delta", "index": number, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": number},
    )


def _gemini(parts: list[dict[str, Any]], finish: str | None = "STOP", **fields: Any) -> dict[str, Any]:
    candidate = {"content": {"parts": parts, "role": "model"}, "index": 0}
    usage = {"promptTokenCount": 20, "candidatesTokenCount": 2, "thoughtsTokenCount": 1, "cachedContentTokenCount": 4}
    ended = {"finishReason": finish} if finish else {}
    return {"candidates": [candidate | ended], "usageMetadata": usage, "modelVersion": "gemini-3", **fields}


_SIGNED = {"functionCall": {"name": "read_node", "args": {"id": "価"}}, "thoughtSignature": "c2ln"}


def _ollama(message: dict[str, Any], **fields: Any) -> dict[str, Any]:
    head = {"model": "qwen3:4b", "created_at": "2026-11-29T08:00:02Z", "done": False}
    return {**head, "message": {"role": "assistant", **message}, **fields}


_OLLAMA_END = {"done": True, "done_reason": "stop", "prompt_eval_count": 20, "eval_count": 3}
_OLLAMA_CALL = {"tool_calls": [{"function": {"name": "read_node", "arguments": {"id": "価"}}}]}

TEXTS: Mapping[str, Said] = {
    "openai_chat": CHAT_TEXT,
    "openai_responses": RESPONSES_TEXT,
    "anthropic": Said(
        _message({"type": "text", "text": TEXT}),
        (
            _CLAUDE_START,
            {"type": "ping"},
            *_block(0, {"type": "text", "text": ""}, *({"type": "text_delta", "text": piece} for piece in PIECES)),
            *_claude_end("end_turn"),
        ),
    ),
    "gemini": Said(
        _gemini([{"text": "Hm.", "thought": True}, {"text": TEXT}]),
        (
            _gemini([{"text": "Hm.", "thought": True}], None),
            *(_gemini([{"text": piece}], None) for piece in PIECES),
            _gemini([{"text": ""}]),
        ),
    ),
    "ollama": Said(
        _ollama({"content": TEXT}, **_OLLAMA_END),
        (*(_ollama({"content": piece}) for piece in PIECES), _ollama({"content": ""}, **_OLLAMA_END)),
    ),
}

CALLS: Mapping[str, Said] = {
    "openai_chat": CHAT_CALL,
    "openai_responses": RESPONSES_CALL,
    "anthropic": Said(
        _message(_THINKS, _USES, stop_reason="tool_use"),
        (
            _CLAUDE_START,
            *_block(
                0,
                {"type": "thinking", "thinking": "", "signature": ""},
                {"type": "thinking_delta", "thinking": "Let me "},
                {"type": "thinking_delta", "thinking": "see."},
                {"type": "signature_delta", "signature": "c2ln"},
            ),
            *_block(
                1,
                {**_USES, "input": {}},
                {"type": "input_json_delta", "partial_json": '{"id": '},
                {"type": "input_json_delta", "partial_json": '"価"}'},
            ),
            *_claude_end("tool_use"),
        ),
    ),
    "gemini": Said(_gemini([_SIGNED]), (_gemini([_SIGNED], None), _gemini([]))),
    "ollama": Said(
        _ollama({"content": "", **_OLLAMA_CALL}, **_OLLAMA_END),
        (_ollama({"content": "", **_OLLAMA_CALL}), _ollama({"content": ""}, **_OLLAMA_END)),
    ),
}
