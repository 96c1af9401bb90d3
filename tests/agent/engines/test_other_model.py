"""People put another model on their server while the agent runs; it looks again every five minutes."""

from typing import Any

import pytest

from tests.agent.engines.apis import LISTS, ROUTES, an_engine, asked
from tests.agent.fake_server import Answer, FakeServer
from tests.agent.makers import a_request
from tests.agent.providers.framing import stream
from tests.agent.providers.said import TEXTS

LOCAL = ("openai_chat", "ollama")
SHOW = "POST /api/show"


def lists(api: str, model: str, window: int) -> tuple[Answer, Answer]:
    """What the server says of its one model: in its list, and where it is asked for it."""
    listed: dict[str, Any] = {"data": [{"id": model, "max_model_len": window}]}
    if api == "ollama":
        listed = {"models": [{"name": model, "model": model, "details": {"family": "qwen3"}}]}
    return Answer(200, listed), Answer(200, {"model_info": {"qwen3.context_length": window}})


def with_model(server: FakeServer, api: str, model: str, window: int = 4096) -> None:
    listed, shown = lists(api, model, window)
    server.on(LISTS[api], listed).on(SHOW, shown).on(ROUTES[api], Answer(200, stream(api, TEXTS[api])))


@pytest.mark.parametrize("api", LOCAL)
def test_where_none_is_set_the_one_that_is_there_now_is_taken(server: FakeServer, api: str) -> None:
    engine = an_engine(api, server.url, model="")
    for model in ("first", "second"):
        with_model(server, api, model)
        assert engine.check().usable
        asked(engine)
        assert model in engine.label
    assert [body["model"] for body in server.asked(ROUTES[api])] == ["first", "second"]


@pytest.mark.parametrize("api", LOCAL)
def test_its_window_is_the_one_that_counts(server: FakeServer, api: str) -> None:
    board = "# Board: Launch (400 items)\n\n## Items\n" + '- [sticky:yellow] "note"\n' * 400
    engine = an_engine(api, server.url)
    for window in (100_000, 1000):
        with_model(server, api, "small-1", window)
        assert engine.check().usable
        reply = asked(engine, a_request(context=board))
    assert reply.usage["window"] == 1000


@pytest.mark.parametrize("api", LOCAL)
def test_one_that_is_set_is_not_replaced(server: FakeServer, api: str) -> None:
    engine = an_engine(api, server.url)
    with_model(server, api, "another")
    assert (engine.check().usable, engine.check().state) == (False, "no model")
