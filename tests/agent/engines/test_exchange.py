"""One request to a model server that is slow, broken or far too talkative."""

import threading
import time

import pytest

from engawa_agent.engines.exchange import ANSWER_LIMIT, Server, call, post
from engawa_agent.errors import Cancelled, EngineError
from tests.agent.fake_server import Answer, FakeServer, fake_server

ROUTE = "POST /chat"


def posted(server: FakeServer, cancel: threading.Event | None = None, seconds: float = 10.0) -> list[str]:
    lines: list[str] = []
    post(
        Server(server.url, "hunter2hunter2"),
        "/chat",
        {"a": "é\ud83d"},
        cancel=cancel or threading.Event(),
        seconds=seconds,
        on_line=lines.append,
    )
    return lines


def failure(server: FakeServer, seconds: float = 10.0) -> tuple[str, bool]:
    with pytest.raises(EngineError) as error:
        posted(server, seconds=seconds)
    assert "hunter2" not in error.value.message
    return error.value.code, error.value.retryable


def test_lines_come_as_they_arrive(server: FakeServer) -> None:
    server.on(ROUTE, Answer(pieces=(b"one\ntw", b"o\n", b"three")))
    assert posted(server) == ["one", "two", "three"]
    assert server.seen[0].json == {"a": "é?"}
    assert server.seen[0].headers["authorization"] == "Bearer hunter2hunter2"


def test_a_cancel_ends_it_at_once_while_nothing_comes(server: FakeServer) -> None:
    server.on(ROUTE, Answer(wait=30))
    cancel = threading.Event()
    threading.Timer(0.1, cancel.set).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        posted(server, cancel)
    assert time.monotonic() - started < 5


def test_a_cancel_ends_it_in_the_middle_of_an_answer(server: FakeServer) -> None:
    server.on(ROUTE, Answer(pieces=(b"x\n",) * 1000))
    cancel = threading.Event()
    with pytest.raises(Cancelled):
        post(Server(server.url), "/chat", {}, cancel=cancel, seconds=30, on_line=lambda _: cancel.set())


def test_silence_has_an_end(server: FakeServer) -> None:
    server.on(ROUTE, Answer(wait=30))
    assert failure(server, seconds=0.2) == ("silent", True)


def test_a_trickle_has_an_end_too(server: FakeServer) -> None:
    server.on(ROUTE, Answer(pieces=(b"x\n",) * 1000))
    assert failure(server, seconds=0.3) == ("silent", True)


def test_a_flood_has_an_end(server: FakeServer) -> None:
    server.on(ROUTE, Answer(pieces=(b"x" * 100_000 + b"\n",) * (ANSWER_LIMIT // 100_000 + 2)))
    assert failure(server) == ("output_limit", False)


def test_a_connection_that_breaks_off_is_retryable(server: FakeServer) -> None:
    server.on(ROUTE, Answer(drop=True))
    assert failure(server) == ("engine_away", True)


def test_nobody_there_is_retryable() -> None:
    with fake_server() as server:
        pass
    assert failure(server) == ("engine_away", True)


def test_the_key_is_struck_out_of_an_error(server: FakeServer) -> None:
    server.on(ROUTE, Answer(401, b"no such key: hunter2hunter2"))
    assert failure(server) == ("not_signed_in", False)


def test_no_redirect_is_followed(server: FakeServer) -> None:
    with fake_server() as elsewhere:
        server.on(ROUTE, Answer(307, headers={"Location": f"{elsewhere.url}/chat"}))
        assert failure(server) == ("engine_refused", False)
        assert elsewhere.seen == []


def test_no_proxy_stands_between_this_machine_and_itself(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "")
    server.on(ROUTE, Answer(200, b"line")).on("GET /models", Answer(200, {}))
    assert posted(server) == ["line"]
    assert call(Server(server.url), "/models") == {}


def test_a_call_that_answers_no_json_is_an_error(server: FakeServer) -> None:
    server.on("GET /models", Answer(200, b"<html>"))
    with pytest.raises(EngineError):
        call(Server(server.url), "/models")
