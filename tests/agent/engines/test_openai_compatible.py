"""Servers of the OpenAI chat API, streaming or not, old or broken."""

import json
import threading
from typing import Any

import pytest

from engawa_agent.engines import Reply, Request
from engawa_agent.engines.openai_compatible import OpenAiCompatible
from engawa_agent.errors import EngineError
from tests.agent.fake_server import Answer, FakeServer, error, fake_server
from tests.agent.makers import a_request, a_settings, no_progress

CHAT = "POST /v1/chat/completions"
MODELS = Answer(200, {"data": [{"id": "small"}, {"id": "big"}]})
STOP = b'data: {"choices": [{"delta": {}, "finish_reason": "stop"}]}\n\n'
WHOLE = Answer(200, {"choices": [{"message": {"content": "- Price"}, "finish_reason": "stop"}]})


def an_engine(server: FakeServer, **settings: Any) -> OpenAiCompatible:
    values = {"url": f"{server.url}/v1/", "model": "small", **settings}
    return OpenAiCompatible(a_settings("openai-compatible", "hunter2hunter2", **values))


def event(**fields: Any) -> bytes:
    return f"data: {json.dumps(fields)}\n\n".encode()


def piece(text: str) -> bytes:
    return event(choices=[{"delta": {"content": text}}])


def ran(server: FakeServer, request: Request | None = None) -> Reply:
    return an_engine(server).run(request or a_request(), threading.Event(), no_progress)


def test_a_stream_is_gathered_with_its_usage_and_progress(server: FakeServer) -> None:
    end = event(choices=[], usage={"prompt_tokens": 20, "completion_tokens": 3})
    server.on(CHAT, Answer(pieces=(b": ping\n\n", piece("- Pr"), piece("ice"), STOP, end, b"data: [DONE]\n\n")))
    seen: list[tuple[str, int]] = []
    reply = an_engine(server).run(a_request(), threading.Event(), lambda *step: seen.append(step))
    assert reply == Reply("- Price", {"inputTokens": 20, "outputTokens": 3})
    assert seen == [("reading", 0), ("writing", 4), ("writing", 7)]


def test_a_server_that_does_not_stream_is_understood(server: FakeServer) -> None:
    server.on(CHAT, WHOLE)
    assert ran(server).text == "- Price"


def test_no_tools_are_sent_and_none_are_taken(server: FakeServer) -> None:
    call = {"delta": {"tool_calls": [{"index": 0, "id": "1", "function": {"name": "shell"}}], "content": None}}
    server.on(CHAT, Answer(pieces=(event(choices=[call]), piece("text"), STOP)))
    assert ran(server).text == "text"
    assert set(server.seen[0].json) == {"messages", "model", "stream", "stream_options"}


def test_a_schema_goes_along(server: FakeServer) -> None:
    server.on(CHAT, WHOLE)
    ran(server, a_request(response_format="json", response_schema={"type": "array"}))
    assert server.seen[0].json["response_format"]["json_schema"]["schema"] == {"type": "array"}


def test_a_server_that_knows_no_schema_is_asked_without(server: FakeServer) -> None:
    server.on(CHAT, Answer(400, {"error": {"message": "response_format is not supported"}}), WHOLE)
    reply = ran(server, a_request(response_format="json", response_schema={"type": "array"}))
    assert reply.usage["leftOut"] == ["response_format: the server refused it, so it was asked again without"]
    assert "response_format" not in server.seen[1].json


def test_what_its_owner_has_set_is_sent_and_nothing_else_is_lost(server: FakeServer) -> None:
    server.on(CHAT, WHOLE)
    engine = an_engine(server, temperature=0.2, max_tokens=50, body={"top_k": 20})
    reply = engine.run(a_request(), threading.Event(), no_progress)
    sent = server.seen[0].json
    assert (sent["temperature"], sent["max_tokens"], sent["top_k"], sent["stream"]) == (0.2, 50, 20, True)
    assert reply.usage["options"] == {"temperature": "engine", "max_tokens": "engine"}


def test_the_responses_api_is_spoken_where_it_is_chosen(server: FakeServer) -> None:
    message = {"type": "message", "content": [{"type": "output_text", "text": "- Price"}]}
    server.on("POST /v1/responses", Answer(200, {"object": "response", "status": "completed", "output": [message]}))
    assert an_engine(server, api="responses").run(a_request(), threading.Event(), no_progress).text == "- Price"


def test_openai_itself_needs_a_model_to_be_chosen() -> None:
    engine = OpenAiCompatible(a_settings("openai-compatible", url="https://api.openai.com/v1"))
    assert (engine._api().__name__.rpartition(".")[2], engine._is_openai()) == ("openai_chat", True)


@pytest.mark.parametrize(
    ("answer", "code", "retryable"),
    [
        (error(500), "engine_away", True),
        (error(401), "not_signed_in", False),
        (Answer(400, {"error": {"message": "maximum context length is 4096"}}), "too_long", False),
        (Answer(200, b"garbage"), "bad_answer", True),
        (Answer(200, b"[1]"), "bad_answer", True),
        (Answer(pieces=(piece("a"), event(error={"message": "out of memory"}))), "engine_away", True),
    ],
    ids=["500", "401", "too long", "garbage", "no object", "broke off"],
)
def test_failures_are_sorted(server: FakeServer, answer: Answer, code: str, retryable: bool) -> None:
    server.on(CHAT, answer)
    with pytest.raises(EngineError) as failed:
        ran(server)
    assert (failed.value.code, failed.value.retryable) == (code, retryable)


def test_the_first_model_is_taken_and_named(server: FakeServer) -> None:
    server.on("GET /v1/models", MODELS)
    engine = an_engine(server, model="")
    assert engine.check().usable
    assert engine.label == f"small at {server.url.removeprefix('http://')}"


@pytest.mark.parametrize(
    ("answer", "model", "state"),
    [
        (MODELS, "huge", "no model"),
        (Answer(200, {"data": []}), "", "no model"),
        (Answer(200, {"data": None}), "", "no model"),
        (error(401), "", "not signed in"),
        (error(500), "", "not running"),
        (Answer(200, b"<html>"), "", "not running"),
    ],
)
def test_states_of_a_server_that_cannot_be_used(server: FakeServer, answer: Answer, model: str, state: str) -> None:
    server.on("GET /v1/models", answer)
    check = an_engine(server, model=model).check()
    assert (check.usable, check.state) == (False, state)


def test_without_an_address_it_is_not_configured() -> None:
    check = OpenAiCompatible().check()
    assert check.state == "not configured"
    assert "ENGAWA_OPENAI_URL" in check.how_to_get


def test_nobody_there_is_not_running() -> None:
    with fake_server() as server:
        pass
    assert an_engine(server).check().state == "not running"
