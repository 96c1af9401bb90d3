"""Whole answers of each API: text, tool calls, finish and usage in neutral words."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from engawa_agent.providers.answers import Answer
from engawa_agent.providers.failures import ProviderError
from engawa_agent.providers.messages import Assistant, Echo, Results, ToolCall, ToolResult
from tests.agent.providers.cases import REQUESTS
from tests.agent.providers.framing import TEXT, whole
from tests.agent.providers.materials import PLAIN, READ, wanting
from tests.agent.providers.said import CALLS, FORMATS, TEXTS

HEADERS: Mapping[str, str] = {"content-type": "application/json"}
USAGE = {"inputTokens": 20, "outputTokens": 3, "cachedTokens": 4}


def answered(api: str, document: Any) -> Answer:
    body = document if isinstance(document, bytes) else json.dumps(document).encode()
    return FORMATS[api].answer(body, 200, HEADERS)


def failed(api: str, document: Any) -> tuple[str, bool]:
    with pytest.raises(ProviderError) as error:
        answered(api, document)
    return error.value.code, error.value.retryable


def changed(api: str, **fields: Any) -> dict[str, Any]:
    return {**TEXTS[api].whole, **fields}


@pytest.mark.parametrize("api", FORMATS)
def test_text_finish_and_usage(api: str) -> None:
    usage = {name: count for name, count in USAGE.items() if (api, name) != ("ollama", "cachedTokens")}
    assert answered(api, whole(TEXTS[api])) == Answer(TEXT, (), "stop", usage)


@pytest.mark.parametrize("api", FORMATS)
def test_a_tools_call(api: str) -> None:
    answer = answered(api, whole(CALLS[api]))
    id_ = "engawa-call-0" if api in ("gemini", "ollama") else "call_1"
    assert (answer.text, answer.finish) == ("", "tools")
    assert answer.calls == (ToolCall(id_, "read_node", {"id": "価"}),)


@pytest.mark.parametrize("api", FORMATS)
def test_an_answer_goes_back_with_its_results(api: str) -> None:
    answer = answered(api, whole(CALLS[api]))
    found = Results((ToolResult(answer.calls[0].id, "read_node", "価格"),))
    body = REQUESTS[api](PLAIN.after(answer.message(), found), wanting(tools=(READ,))).body
    assert json.dumps(body, ensure_ascii=False).count("価格") == 1


def test_what_claude_and_gemini_signed_comes_back_as_it_was() -> None:
    for api in ("anthropic", "gemini"):
        answer = answered(api, whole(CALLS[api]))
        found = Results((ToolResult(answer.calls[0].id, "read_node", "x"),))
        body = REQUESTS[api](PLAIN.after(answer.message(), found), wanting(tools=(READ,))).body
        content = body["messages"][1]["content"] if api == "anthropic" else body["contents"][1]["parts"]
        assert content == list(answer.echo.content if answer.echo else ())
        assert "c2ln" in json.dumps(content)


def test_calls_that_nobody_offered_are_ignored() -> None:
    answer = Answer("text", (ToolCall("1", "shell"), ToolCall("2", "read_node")), "tools")
    assert answer.offered(["read_node"]) == Answer("text", (ToolCall("2", "read_node"),), "tools")
    assert answer.offered([]) == Answer("text", (), "stop")


def test_an_echo_loses_the_calls_that_were_ignored() -> None:
    content = ({"type": "tool_use", "id": "1", "name": "shell", "input": {}}, {"type": "text", "text": "Hm."})
    said = Assistant("Hm.", (), Echo("anthropic", content))
    body = REQUESTS["anthropic"](PLAIN.after(said), wanting()).body
    assert body["messages"][-1]["content"] == [{"type": "text", "text": "Hm."}]


@pytest.mark.parametrize(
    ("api", "fields", "finish"),
    [
        ("openai_chat", {"choices": [{"message": {"content": "x"}, "finish_reason": "length"}]}, "length"),
        ("openai_chat", {"choices": [{"message": {"content": "x"}}]}, "unknown"),
        (
            "openai_responses",
            {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}},
            "length",
        ),
        ("anthropic", {"stop_reason": "max_tokens"}, "length"),
        ("anthropic", {"stop_reason": "model_context_window_exceeded"}, "length"),
        ("anthropic", {"stop_reason": "stop_sequence"}, "stop"),
        ("anthropic", {"stop_reason": "pause_turn"}, "unknown"),
        ("gemini", {"candidates": [{"content": {"parts": [{"text": "x"}]}, "finishReason": "MAX_TOKENS"}]}, "length"),
        ("gemini", {"candidates": [{"finishReason": "OTHER"}]}, "unknown"),
        ("ollama", {"done_reason": "length"}, "length"),
        ("ollama", {"done_reason": "load"}, "unknown"),
    ],
)
def test_how_it_ended(api: str, fields: dict[str, Any], finish: str) -> None:
    assert answered(api, changed(api, **fields)).finish == finish


@pytest.mark.parametrize(
    ("api", "fields"),
    [
        ("openai_chat", {"choices": [{"message": {"content": "x"}, "finish_reason": "content_filter"}]}),
        ("openai_chat", {"choices": [{"message": {"content": None, "refusal": "I can't."}, "finish_reason": "stop"}]}),
        ("openai_responses", {"status": "incomplete", "incomplete_details": {"reason": "content_filter"}}),
        (
            "openai_responses",
            {"output": [{"type": "message", "content": [{"type": "refusal", "refusal": "I can't."}]}]},
        ),
        ("openai_responses", {"status": "failed", "error": {"code": "bio_policy", "message": "No."}}),
        ("anthropic", {"stop_reason": "refusal", "stop_details": {"type": "refusal", "explanation": "No."}}),
        ("anthropic", {"stop_reason": "refusal", "stop_details": None}),
        ("gemini", {"promptFeedback": {"blockReason": "SAFETY"}, "candidates": []}),
        ("gemini", {"candidates": [{"finishReason": "PROHIBITED_CONTENT"}]}),
        ("gemini", {"candidates": [{"finishReason": "IMAGE_SAFETY"}]}),
    ],
)
def test_a_content_filter_is_final(api: str, fields: dict[str, Any]) -> None:
    assert failed(api, changed(api, **fields)) == ("content_filter", False)


@pytest.mark.parametrize("api", FORMATS)
@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b"3", b"{}", b'{"choices": []}', b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_answer_is_a_bad_one(api: str, body: bytes) -> None:
    assert failed(api, body) == ("bad_answer", True)


@pytest.mark.parametrize("why", ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"])
def test_a_broken_answer_of_geminis_can_be_tried_again(why: str) -> None:
    assert failed("gemini", changed("gemini", candidates=[{"finishReason": why}])) == ("bad_answer", True)


@pytest.mark.parametrize("api", FORMATS)
def test_an_error_in_an_answer_of_status_200_is_an_error(api: str) -> None:
    document = {"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}
    assert failed(api, document) == ("engine_away", True)


@pytest.mark.parametrize("arguments", ['{"id": ', "[1]", '"x"'])
def test_arguments_that_are_no_object_are_kept_as_they_came(arguments: str) -> None:
    function = {"name": "read_node", "arguments": arguments}
    message = {"content": None, "tool_calls": [{"id": "call_1", "function": function}]}
    answer = answered("openai_chat", changed("openai_chat", choices=[{"message": message}]))
    assert answer.calls == (ToolCall("call_1", "read_node", {}, arguments),)


def test_a_server_that_answers_in_parts_is_understood() -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}, {"type": "image"}]
    assert answered("openai_chat", changed("openai_chat", choices=[{"message": {"content": parts}}])).text == "ab"
