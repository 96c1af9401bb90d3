"""One request to a model server that is slow, broken or far too talkative."""

import json
import threading
import time

import pytest

from engawa_agent.engines.exchange import ANSWER_LIMIT, Server, call, send
from engawa_agent.errors import Cancelled, EngineError
from engawa_agent.providers import openai_chat
from engawa_agent.providers.answers import Answer as Said
from engawa_agent.providers.api_request import ApiRequest
from tests.agent.fake_server import Answer, FakeServer, fake_server
from tests.agent.makers import no_progress

ROUTE = "POST /chat"
REQUEST = ApiRequest("/chat", {"a": "é\ud83d"}, {}, streams=True)
FLOOD = (b"x" * 100_000 + b"\n",) * (ANSWER_LIMIT // 100_000 + 2)


def piece(text: str) -> bytes:
    return f"data: {json.dumps({'choices': [{'delta': {'content': text}}]}, ensure_ascii=False)}\n\n".encode()


END = b'data: {"choices": [{"delta": {}, "finish_reason": "stop"}]}\n\ndata: [DONE]\n\n'


def sent(server: FakeServer, cancel: threading.Event | None = None, seconds: float = 10.0) -> Said:
    where = Server(server.url, "hunter2hunter2")
    cancel = cancel or threading.Event()
    return send(where, REQUEST, openai_chat, cancel=cancel, seconds=seconds, progress=no_progress)


def failure(server: FakeServer, seconds: float = 10.0) -> tuple[str, bool]:
    with pytest.raises(EngineError) as error:
        sent(server, seconds=seconds)
    assert "hunter2" not in error.value.message
    return error.value.code, error.value.retryable


def test_an_answer_may_be_cut_anywhere(server: FakeServer) -> None:
    whole = piece("één\u2028日本") + END
    server.on(ROUTE, Answer(pieces=tuple(whole[at : at + 7] for at in range(0, len(whole), 7))))
    assert sent(server).text == "één\u2028日本"
    assert server.seen[0].json == {"a": "é?"}
    assert server.seen[0].headers["authorization"] == "Bearer hunter2hunter2"


def test_nothing_is_to_be_compressed(server: FakeServer) -> None:
    """A small answer could unfold into one that fills the memory."""
    server.on(ROUTE, Answer(pieces=(piece("a"), END)))
    sent(server)
    assert server.seen[0].headers["accept-encoding"] == "identity"


def test_a_cancel_ends_it_at_once_while_nothing_comes(server: FakeServer) -> None:
    server.on(ROUTE, Answer(wait=30))
    cancel = threading.Event()
    threading.Timer(0.1, cancel.set).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        sent(server, cancel)
    assert time.monotonic() - started < 5


def test_a_cancel_ends_it_in_the_middle_of_an_answer(server: FakeServer) -> None:
    server.on(ROUTE, Answer(pieces=(piece("x"),) * 1000))
    cancel, where = threading.Event(), Server(server.url)
    with pytest.raises(Cancelled):
        send(where, REQUEST, openai_chat, cancel=cancel, seconds=30, progress=lambda *_: cancel.set())


def test_silence_has_an_end(server: FakeServer) -> None:
    server.on(ROUTE, Answer(wait=30))
    assert failure(server, seconds=0.2) == ("silent", True)


def test_a_trickle_has_an_end_too(server: FakeServer) -> None:
    server.on(ROUTE, Answer(pieces=(piece("x"),) * 1000))
    assert failure(server, seconds=0.3) == ("silent", True)


@pytest.mark.parametrize("status", [200, 500])
def test_a_flood_has_an_end(server: FakeServer, status: int) -> None:
    server.on(ROUTE, Answer(status, pieces=FLOOD))
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
    server.on(ROUTE, Answer(pieces=(piece("here"), END))).on("GET /models", Answer(200, {}))
    assert sent(server).text == "here"
    assert call(Server(server.url), "/models") == {}


def test_a_local_server_is_spoken_to_by_its_own_name(server: FakeServer) -> None:
    """Servers on loopback refuse any other Host, as a page in a browser could be made to send one."""
    server.on(ROUTE, Answer(pieces=(piece("here"), END)))
    sent(server)
    assert server.seen[0].headers["host"] == server.url.removeprefix("http://")


def test_a_key_goes_where_its_api_wants_it(server: FakeServer) -> None:
    server.on("GET /models", Answer(200, {}))
    call(Server(server.url, "hunter2hunter2", "x-api-key"), "/models", headers={"anthropic-version": "1"})
    headers = server.seen[0].headers
    assert (headers["x-api-key"], headers["anthropic-version"]) == ("hunter2hunter2", "1")
    assert "authorization" not in headers


def test_a_call_that_answers_no_json_is_an_error(server: FakeServer) -> None:
    server.on("GET /models", Answer(200, b"<html>"))
    with pytest.raises(EngineError):
        call(Server(server.url), "/models")
