"""Streams of all five APIs, cut anywhere, with what servers put between the events, and broken ones."""

import json
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engawa_agent.providers.answers import Answer
from engawa_agent.providers.failures import ProviderError
from engawa_agent.providers.messages import ToolCall
from tests.agent.providers.framing import TEXT, Said, events, lines, stream, whole
from tests.agent.providers.said import CALLS, FORMATS, TEXTS

STREAMS = [(api, said) for said_by in (TEXTS, CALLS) for api, said in said_by.items()]
IDS = [f"{kind} of {api}" for kind in ("text", "call") for api in FORMATS]
STEPS = [("writing", 1), ("writing", 4), ("writing", 6)]


def decoded(api: str, pieces: Iterable[bytes], secrets: Iterable[str] = ()) -> tuple[list[tuple[str, int]], Answer]:
    decoder = FORMATS[api].decoder(secrets)
    steps = [step for piece in pieces for step in decoder.feed(piece)]
    return steps, decoder.end()


def failed(api: str, *pieces: bytes) -> tuple[str, bool]:
    with pytest.raises(ProviderError) as error:
        decoded(api, pieces)
    return error.value.code, error.value.retryable


def told(api: str, said: Said) -> Answer:
    return FORMATS[api].answer(whole(said), 200, {})


@pytest.mark.parametrize(("api", "said"), STREAMS, ids=IDS)
def test_byte_by_byte_it_is_the_same_answer_as_whole(api: str, said: Said) -> None:
    for end in ("\n", "\r\n", "\r"):
        sent = stream(api, said, end)
        _, answer = decoded(api, (sent[at : at + 1] for at in range(len(sent))))
        assert answer == told(api, said)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(STREAMS), st.sampled_from(["\n", "\r\n", "\r"]), st.lists(st.integers(0, 3000)))
def test_it_may_be_cut_anywhere(case: tuple[str, Said], end: str, places: list[int]) -> None:
    api, said = case
    sent = stream(api, said, end)
    cuts = [0, *sorted(place % len(sent) for place in places), len(sent)]
    _, answer = decoded(api, (sent[a:b] for a, b in pairwise(cuts)))
    assert answer == told(api, said)


@pytest.mark.parametrize("api", FORMATS)
def test_the_steps_count_the_characters_so_far(api: str) -> None:
    steps, answer = decoded(api, [stream(api, TEXTS[api])])
    assert steps == STEPS
    assert answer.text == TEXT


@pytest.mark.parametrize(("api", "said"), STREAMS, ids=IDS)
def test_what_breaks_off_is_no_answer(api: str, said: Said) -> None:
    """Up to where the server says how it ended; after that only counts and closing words are missing."""
    sent = stream(api, said)
    for length in range(0, ended_at(sent), 7):
        assert failed(api, sent[:length])[1]


def ended_at(sent: bytes) -> int:
    """Where the first event begins that says how it ended."""
    words = [b'_reason": "', b'"finishReason', b'"type": "response.completed"', b'"done": true']
    last = min(sent.index(word) for word in words if word in sent)
    return sent.rindex(b"\n", 0, last)


@pytest.mark.parametrize("api", FORMATS)
def test_nothing_at_all_broke_off(api: str) -> None:
    assert failed(api) == ("engine_away", True)
    assert failed(api, b": ping\n\n" if api != "ollama" else b"\n\n") == ("engine_away", True)


@pytest.mark.parametrize("api", FORMATS)
def test_a_server_that_does_not_stream_is_understood(api: str) -> None:
    """In one line or in many."""
    said = TEXTS[api]
    pretty = json.dumps(said.whole, indent=2).encode()
    assert decoded(api, [whole(said)])[1] == told(api, said)
    assert decoded(api, [pretty[:40], pretty[40:]])[1] == told(api, said)
    assert failed(api, pretty[:-40]) == ("engine_away", True)


BUSY = {"type": "overloaded_error", "message": "Overloaded"}


@pytest.mark.parametrize(
    ("api", "error", "code", "retryable"),
    [
        ("openai_chat", events({"error": {"message": "out of memory"}}), "engine_away", True),
        ("openai_chat", b'error: {"code": 500, "message": "oops", "type": "server_error"}\n\n', "engine_away", True),
        ("openai_chat", events({"error": {"message": "x", "code": "insufficient_quota"}}), "out_of_quota", False),
        ("openai_responses", events({"type": "error", "code": "rate_limit_exceeded"}), "engine_away", True),
        (
            "openai_responses",
            events({"type": "response.failed", "response": {"error": {"code": "server_error", "message": "x"}}}),
            "engine_away",
            True,
        ),
        ("anthropic", events({"type": "error", "error": BUSY}), "engine_away", True),
        (
            "anthropic",
            events({"type": "error", "error": {"type": "authentication_error", "message": "x"}}),
            "not_signed_in",
            False,
        ),
        ("gemini", events({"error": {"code": 503, "status": "UNAVAILABLE", "message": "x"}}), "engine_away", True),
        ("gemini", b'{"error": {"code": 400, "message": "API key", "details": [{"reason": "API_KEY_INVALID"}]}}',
         "not_signed_in", False),
        ("ollama", lines({"error": "llama runner process has terminated"}), "engine_away", True),
    ],
)  # fmt: skip
def test_an_error_in_the_stream_is_an_error(api: str, error: bytes, code: str, retryable: bool) -> None:
    begun = stream(api, Said({}, TEXTS[api].events[:2]))
    assert failed(api, error) == (code, retryable)
    if not error.startswith(b"{"):
        assert failed(api, begun, error) == (code, retryable)


@pytest.mark.parametrize("api", FORMATS)
@pytest.mark.parametrize("garbage", ["<html>", "data: <html>\n\n", "data: 3\n\n", "data: []\n\n", "[1, 2]\n", "{}\n\n"])
def test_garbage_is_no_answer(api: str, garbage: str) -> None:
    assert failed(api, garbage.encode())[1]


def test_a_secret_in_an_error_is_struck_out() -> None:
    with pytest.raises(ProviderError) as error:
        decoded("openai_chat", [events({"error": {"message": "hunter2hunter2 is wrong"}})], ["hunter2hunter2"])
    assert "hunter2" not in error.value.message


def test_what_comes_after_the_end_is_not_read() -> None:
    assert decoded("openai_chat", [stream("openai_chat", TEXTS["openai_chat"]), b"data: <html>\n\n"])[1].text == TEXT


def test_a_stream_without_its_last_empty_line_is_whole() -> None:
    sent = events(*TEXTS["openai_chat"].events[:-1]).rstrip()
    assert decoded("openai_chat", [sent])[1] == told("openai_chat", TEXTS["openai_chat"])


def chunk(*calls: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {"choices": [{"delta": {"tool_calls": list(calls)}, "finish_reason": finish}]}


def test_calls_side_by_side_are_told_apart_even_if_all_are_counted_as_the_first() -> None:
    for second in (1, 0):
        sent = events(
            chunk({"index": 0, "id": "a", "function": {"name": "count", "arguments": '{"of":'}}),
            chunk({"index": 0, "function": {"arguments": "1}"}}),
            chunk({"index": second, "id": "b", "function": {"name": "count", "arguments": "{"}}),
            chunk({"index": second, "function": {"arguments": "}"}}, finish="tool_calls"),
        )
        assert decoded("openai_chat", [sent])[1].calls == (ToolCall("a", "count", {"of": 1}), ToolCall("b", "count"))


def test_a_call_cut_off_by_the_limit_is_told_as_it_came() -> None:
    missing = {"type": "input_json_delta", "partial_json": '"価"}'}
    cut = [event for event in CALLS["anthropic"].events if event.get("delta") != missing]  # type: ignore[union-attr]
    answer = decoded("anthropic", [events(*cut)])[1]
    assert answer.calls == (ToolCall("call_1", "read_node", {}, '{"id": '),)
    assert answer.echo is not None
    assert answer.echo.content[-1]["input"] == {}


def test_a_responses_items_are_kept_where_the_last_event_leaves_them_out() -> None:
    said = [event for event in CALLS["openai_responses"].events if isinstance(event, dict)]
    bare = {**said[-1], "response": {**said[-1]["response"], "output": []}}
    assert decoded("openai_responses", [events(*said[:-1], bare)])[1] == told(
        "openai_responses", CALLS["openai_responses"]
    )
