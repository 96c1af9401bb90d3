"""A server that finds a text too long, in each API's own words: what is sent next is shorter, until it is taken."""

import json

import pytest

from engawa_agent.engines import Engine, Reply
from engawa_agent.errors import EngineError
from engawa_text import tokens
from tests.agent.engines.apis import APIS, LISTS, ROUTES, an_engine, asked, listed
from tests.agent.engines.refusals import Refusal
from tests.agent.engines.too_long import TOO_LONGS, WINDOW
from tests.agent.fake_server import Answer, FakeServer
from tests.agent.makers import a_request
from tests.agent.providers.framing import TEXT, stream
from tests.agent.providers.said import TEXTS

# Each request takes a tenth of a second: the quick tests look at the first API where all are alike.
EACH = [pytest.param(api, marks=[] if api == APIS[0] else pytest.mark.slow) for api in APIS]
NOTES = [f'- [sticky:yellow] "note {number}"\n' for number in range(400)]
BOARD = "# Board: Launch (400 items)\n\n## Items\n" + "".join(NOTES)


def answered(api: str) -> Answer:
    return Answer(200, stream(api, TEXTS[api]))


def too_long(refusal: Refusal) -> Answer:
    return Answer(refusal.status, refusal.body, refusal.headers)


def run(engine: Engine, context: str = BOARD) -> Reply:
    return asked(engine, a_request(context=context))


def notes(server: FakeServer, api: str) -> list[int]:
    """How many notes of the board were in each request."""
    return [json.dumps(body).count("[sticky:yellow]") for body in server.asked(ROUTES[api])]


def sizes(server: FakeServer, api: str) -> list[int]:
    """Of the requests, in tokens as we count them."""
    return [tokens.estimate(json.dumps(body, ensure_ascii=False)) for body in server.asked(ROUTES[api])]


@pytest.mark.parametrize("api", APIS)
def test_a_refusal_with_a_number_is_kept_to_at_once(server: FakeServer, api: str) -> None:
    server.on(ROUTES[api], too_long(TOO_LONGS[api]["number"]), answered(api))
    reply = run(an_engine(api, server.url))
    first, second = sizes(server, api)
    assert first > WINDOW > second
    assert reply.text == TEXT
    assert (reply.usage["window"], reply.usage["inputTokens"]) == (WINDOW, 20)
    assert reply.usage["thinned"]["leftOut"] == 400 - notes(server, api)[1]


@pytest.mark.parametrize("api", EACH)
def test_without_a_number_less_is_sent_each_time(server: FakeServer, api: str) -> None:
    refusal = too_long(TOO_LONGS[api]["none"])
    server.on(ROUTES[api], refusal, refusal, refusal, answered(api))
    reply = run(an_engine(api, server.url))
    first, second, third, fourth = notes(server, api)
    assert 400 == first > second > third > fourth > 0
    assert reply.text == TEXT
    assert reply.usage["thinned"]["leftOut"] == 400 - fourth
    assert reply.usage["window"] < tokens.estimate(BOARD)


@pytest.mark.parametrize("words", ["number", "none"])
@pytest.mark.parametrize("api", EACH)
def test_a_server_that_finds_everything_too_long_is_left_alone(server: FakeServer, api: str, words: str) -> None:
    server.on(ROUTES[api], too_long(TOO_LONGS[api][words]))
    with pytest.raises(EngineError) as error:
        run(an_engine(api, server.url))
    assert (error.value.code, error.value.retryable) == ("too_long", False)
    sent = notes(server, api)
    assert len(sent) <= 4
    assert sent == sorted(sent, reverse=True)


@pytest.mark.parametrize("api", EACH)
def test_what_was_learnt_holds_for_the_next_job(server: FakeServer, api: str) -> None:
    server.on(ROUTES[api], too_long(TOO_LONGS[api]["number"]), answered(api))
    engine = an_engine(api, server.url)
    run(engine)
    assert run(engine).usage["window"] == WINDOW
    assert len(server.asked(ROUTES[api])) == 3
    assert "thinned" not in run(engine, "- a\n- b").usage


@pytest.mark.slow
@pytest.mark.parametrize("api", ["openai_chat", "anthropic"])
def test_the_next_check_does_not_forget_it(server: FakeServer, api: str) -> None:
    """The agent looks at its engines every five minutes; a server's own number was wrong once, and stays so."""
    told = {"data": [{"id": "small-1", "max_model_len": 100_000, "max_input_tokens": 100_000}]}
    server.on(LISTS[api], Answer(200, told)).on(ROUTES[api], too_long(TOO_LONGS[api]["number"]), answered(api))
    engine = an_engine(api, server.url)
    assert engine.check().usable
    run(engine)
    assert engine.check().usable
    assert run(engine).usage["window"] == WINDOW


@pytest.mark.parametrize("api", EACH)
def test_a_check_finds_the_engine_usable(server: FakeServer, api: str) -> None:
    server.on(LISTS[api], Answer(200, listed(api)))
    assert an_engine(api, server.url).check().usable
