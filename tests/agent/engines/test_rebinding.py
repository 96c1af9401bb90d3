"""A page in a browser can be made to speak to this machine's loopback under a foreign name: it learns nothing there."""

import json
import threading
from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest

from engawa_agent.engines.embedded import Embedded
from tests.agent.engines.apis import APIS, LISTS, ROUTES, an_engine, asked, listed
from tests.agent.engines.test_embedded import real
from tests.agent.fake_server import Answer, FakeServer
from tests.agent.providers.framing import stream
from tests.agent.providers.said import TEXTS

REBOUND = {"Host": "evil.example", "Origin": "http://evil.example", "Content-Type": "text/plain"}
ASKING = {"messages": [{"role": "user", "content": "Hello"}], "input": "Hello", "prompt": "Hello", "content": "Hello"}
PATHS = {
    "GET": ("/v1/models", "/models", "/props", "/slots", "/metrics", "/lora-adapters", "/api/tags", "/tools"),
    "POST": (
        "/v1/chat/completions",
        "/v1/responses",
        "/v1/messages",
        "/v1/completions",
        "/completion",
        "/infill",
        "/embedding",
        "/tokenize",
        "/detokenize",
        "/apply-template",
        "/props",
        "/models/load",
    ),
}


@pytest.fixture(scope="module")
def page() -> Iterator[httpx.Client]:
    """Speaks to the embedded model's server as such a page does, which has no key."""
    with closing(Embedded()) as engine:
        url = engine._running(threading.Event()).http.url
        with httpx.Client(base_url=url, headers=REBOUND, trust_env=False, timeout=10.0) as client:
            yield client


@real
@pytest.mark.parametrize(("method", "path"), [(method, path) for method, paths in PATHS.items() for path in paths])
def test_under_a_foreign_name_and_without_a_key_nothing_is_answered(page: httpx.Client, method: str, path: str) -> None:
    answer = page.request(method, path, content=json.dumps(ASKING) if method == "POST" else None)
    assert answer.status_code == 401
    assert answer.json() == {"error": {"message": "Invalid API Key", "type": "authentication_error", "code": 401}}


@real
@pytest.mark.parametrize("path", ["/", "/index.html", "/health", "/v1/health"])
def test_what_needs_no_key_says_nothing_of_the_model(page: httpx.Client, path: str) -> None:
    assert page.get(path).text in (
        '{"status":"ok"}',
        '{"error":{"message":"File Not Found","type":"not_found_error","code":404}}',
    )


@real
@pytest.mark.parametrize("method", ["OPTIONS", "POST"])
def test_no_page_is_allowed_to_read_an_answer(page: httpx.Client, method: str) -> None:
    asks = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    answer = page.request(method, "/v1/chat/completions", headers=asks)
    assert not answer.headers.get("Access-Control-Allow-Origin")


@pytest.mark.parametrize("api", APIS)
def test_each_engine_speaks_to_its_server_by_its_own_name(server: FakeServer, api: str) -> None:
    server.on(LISTS[api], Answer(200, listed(api))).on(ROUTES[api], Answer(200, stream(api, TEXTS[api])))
    engine = an_engine(api, server.url)
    assert engine.check().usable
    asked(engine)
    assert {seen.headers["host"] for seen in server.seen} == {server.url.removeprefix("http://")}
    assert {"origin", "referer", "cookie"} & set().union(*(seen.headers for seen in server.seen)) == set()
