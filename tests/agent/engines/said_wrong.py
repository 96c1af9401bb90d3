"""What each API says when it will not answer, cannot, or has nothing to say: in its own events, on the wire."""

from collections.abc import Mapping
from typing import Any

from tests.agent.engines.raw_server import Say
from tests.agent.engines.refusals import Refusal
from tests.agent.engines.wire import EVENTS, LINES, open_stream, says, stream, whole
from tests.agent.providers import framing
from tests.agent.providers.said import TEXTS

Event = dict[str, Any]


def streamed(api: str, *events: Event | str) -> Say:
    return says(stream(*pieces(api, *events), content_type=LINES if api == "ollama" else EVENTS))


def pieces(api: str, *events: Event | str) -> list[bytes]:
    """Each event by itself, as the API frames it."""
    return [(framing.lines if api == "ollama" else framing.events)(event) for event in events]


def begun(api: str) -> bytes:
    """The first half of a right answer, without its end."""
    sent = framing.stream(api, TEXTS[api])
    return open_stream(sent[: len(sent) // 2], content_type=LINES if api == "ollama" else EVENTS)


def refused(refusal: Refusal) -> Say:
    return whole(refusal.status, refusal.body, refusal.headers)


def _chat(delta: Event, finish: str | None = None, **fields: Any) -> Event:
    head = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "small-1"}
    return {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **fields}


def _response(status: str, **fields: Any) -> Event:
    head = {"id": "r1", "object": "response", "created_at": 1.0, "model": "small-1", "output": [], "error": None}
    response = {**head, "status": status, "incomplete_details": None, **fields}
    return {"type": f"response.{status}", "sequence_number": 1, "response": response}


def _message(why: str, *blocks: Event, **delta: Any) -> list[Event]:
    """Of Anthropic: a message that ended for a reason, with these blocks."""
    head = {"id": "m1", "type": "message", "role": "assistant", "model": "small-1", "content": []}
    usage = {"input_tokens": 10, "output_tokens": 1}
    return [
        {"type": "message_start", "message": {**head, "stop_reason": None, "stop_sequence": None, "usage": usage}},
        *({"type": "content_block_start", "index": n, "content_block": block} for n, block in enumerate(blocks)),
        {"type": "message_delta", "delta": {"stop_reason": why, "stop_sequence": None, **delta}, "usage": usage},
        {"type": "message_stop"},
    ]


def _gemini(*parts: Event, finish: str | None = "STOP") -> Event:
    content = {"content": {"parts": list(parts), "role": "model"}} if parts else {}
    usage = {"promptTokenCount": 20, "totalTokenCount": 20}
    return {"candidates": [{**content, "finishReason": finish, "index": 0}], "usageMetadata": usage}


def _ollama(content: str, **fields: Any) -> Event:
    head = {"model": "small-1", "created_at": "2026-11-29T08:00:02Z", "done": True, "done_reason": "stop"}
    return {**head, "message": {"role": "assistant", "content": content, **fields}, "eval_count": 1}


_AZURE = {
    "message": "The response was filtered due to the prompt triggering the content management policy.",
    "code": "content_filter",
    "status": 400,
    "innererror": {"code": "ResponsibleAIPolicyViolation"},
}
_REFUSAL = {"type": "message", "role": "assistant", "content": [{"type": "refusal", "refusal": "I cannot do that."}]}
_BLOCKED = {"type": "invalid_request_error", "message": "Output blocked by content filtering policy"}

# Ollama has no filter: what its models will not say they say in words.
FILTERS: Mapping[str, Mapping[str, Say]] = {
    "openai_chat": {
        "finish": streamed("openai_chat", _chat({"content": "- Pr"}), _chat({}, "content_filter"), "[DONE]"),
        "refusal": streamed("openai_chat", _chat({"refusal": "I cannot do that."}), _chat({}, "stop"), "[DONE]"),
        "azure": whole(400, {"error": _AZURE}),
    },
    "openai_responses": {
        "incomplete": streamed(
            "openai_responses", _response("incomplete", incomplete_details={"reason": "content_filter"})
        ),
        "refusal": streamed("openai_responses", _response("completed", output=[_REFUSAL])),
        "failed": streamed(
            "openai_responses", _response("failed", error={"code": "invalid_prompt", "message": "Flagged."})
        ),
    },
    "anthropic": {
        "refusal": streamed("anthropic", *_message("refusal", {"type": "text", "text": "- Pr"})),
        "status": whole(400, {"type": "error", "error": _BLOCKED}),
        "in the stream": streamed("anthropic", _message("end_turn")[0], {"type": "error", "error": _BLOCKED}),
    },
    "gemini": {
        "prompt": streamed("gemini", {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "modelVersion": "x"}),
        "answer": streamed("gemini", _gemini({"text": "- Pr"}, finish=None), _gemini(finish="SAFETY")),
        "recitation": streamed("gemini", _gemini(finish="RECITATION")),
    },
}

_THOUGHT = "Let me see."
EMPTIES: Mapping[str, Mapping[str, Say]] = {
    "openai_chat": {
        "nothing": streamed("openai_chat", _chat({"role": "assistant", "content": ""}), _chat({}, "stop"), "[DONE]"),
        "thoughts": streamed("openai_chat", _chat({"reasoning_content": _THOUGHT}), _chat({}, "length"), "[DONE]"),
        "no text": whole(200, {"choices": [{"message": {"content": None}, "finish_reason": "stop"}]}),
    },
    "openai_responses": {
        "nothing": streamed("openai_responses", _response("completed")),
        "thoughts": streamed(
            "openai_responses",
            _response(
                "incomplete",
                output=[{"type": "reasoning", "id": "t1", "summary": []}],
                incomplete_details={"reason": "max_output_tokens"},
            ),
        ),
    },
    "anthropic": {
        "nothing": streamed("anthropic", *_message("end_turn")),
        "thoughts": streamed(
            "anthropic", *_message("max_tokens", {"type": "thinking", "thinking": _THOUGHT, "signature": "c2ln"})
        ),
    },
    "gemini": {
        "nothing": streamed("gemini", _gemini({"text": ""})),
        "thoughts": streamed("gemini", _gemini({"text": _THOUGHT, "thought": True}, finish="MAX_TOKENS")),
        "no content": streamed("gemini", _gemini(finish="MAX_TOKENS")),
    },
    "ollama": {
        "nothing": streamed("ollama", _ollama("")),
        "thoughts": streamed("ollama", _ollama("", thinking=_THOUGHT)),
    },
}

# An error after the answer has begun: status 200, and then no more.
BREAKS: Mapping[str, Say] = {
    "openai_chat": streamed(
        "openai_chat",
        _chat({"content": "- Pr"}),
        {"error": {"message": "The server had an error.", "type": "server_error", "code": None}},
    ),
    "openai_responses": streamed(
        "openai_responses", _response("failed", error={"code": "server_error", "message": "An error occurred."})
    ),
    "anthropic": streamed(
        "anthropic",
        _message("end_turn")[0],
        {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded", "details": None}},
    ),
    "gemini": streamed(
        "gemini",
        _gemini({"text": "- Pr"}, finish=None),
        {"error": {"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}},
    ),
    "ollama": streamed(
        "ollama",
        {**_ollama("- Pr"), "done": False, "done_reason": None},
        {"error": "an error was encountered while running the model: unexpected EOF"},
    ),
}
