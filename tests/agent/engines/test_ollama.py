"""Ollama, by a small server that answers as it does."""

import threading
from typing import Any

import pytest

from engawa_agent.engines.ollama import Ollama, _address
from engawa_agent.errors import EngineError
from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import a_request, a_settings, no_progress

CHAT, TAGS = "POST /api/chat", "GET /api/tags"
ANSWER = {
    "model": "qwen3:4b",
    "message": {"role": "assistant", "content": "- Price"},
    "done": True,
    "prompt_eval_count": 20,
    "eval_count": 3,
}


def an_engine(server: FakeServer, model: str = "qwen3:4b") -> Ollama:
    return Ollama(a_settings("ollama", model=model), {"OLLAMA_HOST": server.url})


def a_model(name: str, family: str = "qwen3", **fields: Any) -> dict[str, Any]:
    return {"name": name, "model": name, "details": {"family": family}, **fields}


def checked(server: FakeServer, models: list[dict[str, Any]], model: str = "") -> tuple[str, str]:
    server.on(TAGS, Answer(200, {"models": models}))
    engine = an_engine(server, model)
    return engine.check().state, engine.label


def test_an_answer_in_one_piece_is_understood_with_its_usage(server: FakeServer) -> None:
    server.on(CHAT, Answer(200, ANSWER))
    reply = an_engine(server).run(a_request(), threading.Event(), no_progress)
    assert (reply.text, reply.usage) == ("- Price", {"inputTokens": 20, "outputTokens": 3})


def test_what_is_sent_is_text_alone(server: FakeServer) -> None:
    server.on(CHAT, Answer(200, ANSWER))
    request = a_request(response_format="json", response_schema={"type": "array"})
    an_engine(server).run(request, threading.Event(), no_progress)
    sent = server.asked(CHAT)[0]
    assert set(sent) == {"model", "messages", "stream", "options", "format"}
    assert (sent["stream"], sent["format"], sent["options"]) == (True, {"type": "array"}, {"num_ctx": 16_384})


def test_the_window_is_the_models_where_that_is_the_smaller(server: FakeServer) -> None:
    server.on("POST /api/show", Answer(200, {"model_info": {"llama.context_length": 4096}})).on(
        CHAT, Answer(200, ANSWER)
    )
    server.on(TAGS, Answer(200, {"models": [a_model("qwen3:4b")]}))
    engine = an_engine(server)
    engine.check()
    engine.run(a_request(), threading.Event(), no_progress)
    assert server.asked(CHAT)[0]["options"] == {"num_ctx": 4096}


def test_the_first_model_that_writes_here_is_taken(server: FakeServer) -> None:
    models = [
        a_model("gpt-oss:120b-cloud", remote_host="https://ollama.com:443"),
        a_model("nomic-embed-text", "nomic-bert"),
        a_model("qwen3:4b"),
    ]
    assert checked(server, models) == ("ready", "Ollama qwen3:4b")


def test_a_model_can_be_named_without_its_tag(server: FakeServer) -> None:
    assert checked(server, [a_model("a:1"), a_model("b:latest")], "b") == ("ready", "Ollama b")


@pytest.mark.parametrize(("models", "model"), [([], ""), ([a_model("a")], "b")])
def test_without_the_model_it_cannot_be_used(server: FakeServer, models: list[dict[str, Any]], model: str) -> None:
    assert checked(server, models, model)[0] == "no model"


def test_a_server_that_is_not_ollama_is_not_running(server: FakeServer) -> None:
    server.on(TAGS, error(404))
    assert an_engine(server).check().state == "not running"


@pytest.mark.parametrize(
    ("answer", "code", "retryable"),
    [
        (Answer(404, {"error": "model 'x' not found"}), "no_model", False),
        (Answer(500, {"error": "llama runner process has terminated"}), "engine_away", True),
        (Answer(200, b"garbage"), "bad_answer", True),
    ],
)
def test_failures_are_sorted(server: FakeServer, answer: Answer, code: str, retryable: bool) -> None:
    server.on(CHAT, answer)
    with pytest.raises(EngineError) as failed:
        an_engine(server).run(a_request(), threading.Event(), no_progress)
    assert (failed.value.code, failed.value.retryable) == (code, retryable)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("", "http://127.0.0.1:11434"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        (":8080", "http://127.0.0.1:8080"),
        ("box.local:1", "http://box.local:1"),
        ("https://box.local/", "https://box.local:443"),
    ],
)
def test_the_address_is_read_as_ollama_reads_it(host: str, address: str) -> None:
    assert _address(host) == address


def test_a_key_does_not_go_where_it_could_be_read_on_the_way() -> None:
    for host, headers in (("http://box.local", {}), ("https://box.local", {"authorization": "Bearer hunter2hunter2"})):
        engine = Ollama(a_settings("ollama", "hunter2hunter2"), {"OLLAMA_HOST": host})
        assert engine._server().headers == headers
