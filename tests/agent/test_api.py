"""The client against a real server that misbehaves."""

from contextlib import closing
from typing import Any

import pytest

from engawa_agent.api import Api, encode, is_loopback
from engawa_agent.errors import Busy, NoAccess, Refused, ServerAway
from tests.agent.fake_server import Answer, FakeServer, error, fake_server


def test_sends_json_and_the_token_and_reads_json(api: Api, server: FakeServer) -> None:
    server.on("POST /api/x", Answer(200, {"a": 1}, {"X-Poll-After-Ms": "5"}))
    reply = api.call("POST", "/api/x", {"b": "é"})
    assert (reply.status, reply.json, reply.headers["x-poll-after-ms"]) == (200, {"a": 1}, "5")
    assert server.seen[0].json == {"b": "é"}
    assert server.seen[0].headers["authorization"] == "Bearer eng_agent_1_secretsecret_0"


def test_an_empty_answer_is_none(api: Api, server: FakeServer) -> None:
    server.on("POST /api/x", Answer(204))
    assert api.call("POST", "/api/x").json is None


def test_a_path_before_the_api_is_kept() -> None:
    with fake_server() as server, closing(Api(f"{server.url}/prod/", "t")) as api:
        server.on("GET /prod/api/x", Answer(200, []))
        assert api.call("GET", "/api/x", params={"q": 1}).json == []
        assert server.seen[0].query == "q=1"


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_token_is_no_access(api: Api, server: FakeServer, status: int) -> None:
    server.on("GET /api/x", error(status, "unauthorized", "No."))
    with pytest.raises(NoAccess) as refused:
        api.call("GET", "/api/x")
    assert (refused.value.status, refused.value.code, refused.value.message) == (status, "unauthorized", "No.")


def test_a_conflict_carries_its_code(api: Api, server: FakeServer) -> None:
    server.on("GET /api/x", error(409, "stale_claim"))
    with pytest.raises(Refused) as refused:
        api.call("GET", "/api/x")
    assert refused.value.code == "stale_claim"


def test_a_refusal_without_our_form_still_has_a_code(api: Api, server: FakeServer) -> None:
    server.on("GET /api/x", Answer(404, b"<html>"))
    with pytest.raises(Refused) as refused:
        api.call("GET", "/api/x")
    assert refused.value.code == "http_404"


@pytest.mark.parametrize(
    "answer",
    [error(500), error(429), Answer(200, b"<html>please log in</html>"), Answer(302), Answer(drop=True)],
    ids=["500", "429", "captive portal", "redirect", "hung up"],
)
def test_what_is_no_answer_of_the_server_is_away(api: Api, server: FakeServer, answer: Answer) -> None:
    server.on("GET /api/x", answer)
    with pytest.raises(ServerAway):
        api.call("GET", "/api/x")


def test_retry_after_is_passed_on(api: Api, server: FakeServer) -> None:
    server.on("GET /api/x", Answer(503, {}, {"Retry-After": "7"}))
    with pytest.raises(ServerAway) as away:
        api.call("GET", "/api/x")
    assert away.value.retry_after == 7


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ({"error": {"code": "too_many", "message": "120 in a minute."}}, "too_many", "120 in a minute."),
        ({"message": "Too Many Requests"}, "http_429", "status 429"),
    ],
)
def test_429_is_a_server_that_is_there_and_busy(
    api: Api, server: FakeServer, body: dict[str, Any], code: str, message: str
) -> None:
    server.on("GET /api/x", Answer(429, body, {"Retry-After": "7"}))
    with pytest.raises(Busy) as busy:
        api.call("GET", "/api/x")
    assert (busy.value.code, busy.value.message, busy.value.retry_after) == (code, message, 7)


def test_a_slow_server_is_away(api: Api, server: FakeServer) -> None:
    server.on("GET /api/x", Answer(200, {}, wait=5))
    with pytest.raises(ServerAway, match="in time"):
        api.call("GET", "/api/x", timeout=0.1)


def test_nobody_there_is_away() -> None:
    with fake_server() as server:
        url = server.url
    with closing(Api(url, "t")) as api, pytest.raises(ServerAway, match="cannot be reached") as away:
        api.call("GET", "/api/x")
    assert not away.value.lost


@pytest.mark.parametrize(
    ("answer", "lost"),
    [
        (Answer(drop=True), True),
        (Answer(200, b"[1", {"content-length": "9", "connection": "close"}), True),
        (Answer(200, {}, wait=5), True),
        (error(503), False),
    ],
    ids=["hung up", "broken off", "silent", "answered"],
)
def test_an_answer_that_was_lost_on_its_way_is_told_from_none(
    api: Api, server: FakeServer, answer: Answer, lost: bool
) -> None:
    server.on("POST /api/x", answer)
    with pytest.raises(ServerAway) as away:
        api.call("POST", "/api/x", {}, timeout=0.3)
    assert (away.value.lost, len(server.seen)) == (lost, 1)


def test_the_token_follows_no_redirect(api: Api, server: FakeServer) -> None:
    with fake_server() as elsewhere:
        server.on("GET /api/x", Answer(302, headers={"Location": f"{elsewhere.url}/api/x"}))
        with pytest.raises(ServerAway):
            api.call("GET", "/api/x")
        assert elsewhere.seen == []


def test_half_a_surrogate_pair_can_be_sent() -> None:
    assert encode({"a": "x\ud83d"}) == b'{"a":"x?"}'


@pytest.mark.parametrize(
    ("url", "here"),
    [
        ("http://127.0.0.1:4400", True),
        ("http://127.8.8.8", True),
        ("http://[::1]:4400/", True),
        ("http://localhost:1", True),
        ("http://127.0.0.1.evil.example", False),
        ("http://127.evil.example", False),
        ("http://localhost.evil.example", False),
        ("http://127.0.0.1@evil.example", False),
        ("http://[oops", False),
        ("", False),
    ],
)
def test_only_this_machine_itself_is_loopback(url: str, here: bool) -> None:
    assert is_loopback(url) is here
