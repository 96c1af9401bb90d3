"""A finished answer finds its way."""

import threading

import pytest

from engawa_agent.api import Api
from engawa_agent.deliver import ACCEPTED, GIVEN_UP, STALE, Delivery
from engawa_agent.errors import NoAccess
from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import COMPLETE, RELEASE, Said, a_job, a_link

RESULT = {"runner": "test", "result": "- Price"}


def a_delivery(api: Api, sleeps: list[float], stop: threading.Event | None = None) -> Delivery:
    said = Said()
    stop = stop or threading.Event()
    return Delivery(a_link(api, said), said.report, stop=stop, sleep=sleeps.append, random=lambda: 0.0)


def test_it_is_tried_until_the_server_takes_it(api: Api, server: FakeServer) -> None:
    server.on(COMPLETE, error(500), Answer(drop=True), error(429), Answer(200, {}))
    sleeps: list[float] = []
    assert a_delivery(api, sleeps).complete(a_job(), RESULT) == ACCEPTED
    assert sleeps == [1.0, 2.0, 4.0]
    assert server.asked(COMPLETE) == [{"agentId": "agent-1", "fence": 7, **RESULT}] * 4


def test_retry_after_is_heeded(api: Api, server: FakeServer) -> None:
    server.on(COMPLETE, Answer(429, {}, {"Retry-After": "9"}), Answer(200, {}))
    sleeps: list[float] = []
    a_delivery(api, sleeps).complete(a_job(), RESULT)
    assert sleeps == [9.0]


def test_a_stale_claim_ends_the_trying(api: Api, server: FakeServer) -> None:
    server.on(COMPLETE, error(409, "stale_claim"))
    assert a_delivery(api, []).complete(a_job(), RESULT) == STALE
    assert len(server.asked(COMPLETE)) == 1


def test_an_answer_that_is_never_taken_becomes_an_error(api: Api, server: FakeServer) -> None:
    server.on(COMPLETE, error(413, "too_large", "Too large."), Answer(200, {}))
    assert a_delivery(api, []).complete(a_job(), RESULT) == ACCEPTED
    assert server.asked(COMPLETE)[1]["errorCode"] == "answer_refused"


def test_a_revoked_token_is_passed_on(api: Api, server: FakeServer) -> None:
    server.on(COMPLETE, error(401))
    with pytest.raises(NoAccess):
        a_delivery(api, []).complete(a_job(), RESULT)


def test_told_to_stop_now_it_tries_once(api: Api, server: FakeServer) -> None:
    server.on(COMPLETE, error(500))
    stop = threading.Event()
    stop.set()
    assert a_delivery(api, [], stop).complete(a_job(), RESULT) == GIVEN_UP
    assert len(server.asked(COMPLETE)) == 1


@pytest.mark.parametrize("answer", [Answer(200, {}), error(409), error(500)])
def test_giving_back_is_tried_once(api: Api, server: FakeServer, answer: Answer) -> None:
    server.on(RELEASE, answer)
    a_delivery(api, []).release(a_job(), "stopping")
    assert server.asked(RELEASE) == [{"agentId": "agent-1", "fence": 7, "reason": "stopping"}]
