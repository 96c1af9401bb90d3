"""Pairing from the machine's side: what it asks, how often, and how it ends."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from engawa_agent import pairing
from engawa_agent.api import Api
from engawa_agent.errors import Exit, Refused, ServerAway, Stop
from engawa_agent.pairing import Asked, Code
from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import AGENT_TOKEN

START, POLL = "POST /api/pairing/start", "POST /api/pairing/poll"
STARTED = {"deviceCode": "BCDFGHJK.secret", "userCode": "BCDF-GHJK", "expiresIn": 600, "interval": 5}
PENDING, APPROVED = error(400, "authorization_pending"), Answer(200, {"token": AGENT_TOKEN, "scopes": []})
CODE = Code("BCDF-GHJK", "BCDFGHJK.secret", 600.0, 5.0)


@pytest.fixture
def nobody(server: FakeServer) -> Iterator[Api]:
    """Without a token."""
    with closing(Api(server.url)) as made:
        yield made


class Wait:
    """A wait whose pauses are written down instead of slept."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self.pauses: list[float] = []
        self.said: list[str] = []

    def run(self, code: Code = CODE) -> Mapping[str, Any]:
        return pairing.wait(self._api, code, self.said.append, clock=lambda: sum(self.pauses), sleep=self.pauses.append)


def test_it_says_who_it_is_and_needs_no_token(nobody: Api, server: FakeServer) -> None:
    server.on(START, Answer(200, STARTED))
    assert pairing.start(nobody, Asked("laptop", "aoki", ["Ollama qwen"])) == CODE
    assert server.asked(START) == [{"machine": "laptop", "user": "aoki", "engines": ["Ollama qwen"]}]
    assert "authorization" not in server.seen[0].headers


def test_what_is_too_long_for_the_server_is_cut(nobody: Api, server: FakeServer) -> None:
    server.on(START, Answer(200, STARTED))
    pairing.start(nobody, Asked("l" * 300, "a" * 300, ["e"] * 60))
    assert [len(value) for value in server.asked(START)[0].values()] == [200, 200, 50]


def test_a_server_that_gives_no_code_is_none_of_ours(nobody: Api, server: FakeServer) -> None:
    server.on(START, Answer(200, {"hello": "world"}))
    with pytest.raises(ServerAway, match="not an Engawa server"):
        pairing.start(nobody, Asked("laptop", "aoki", []))


def test_a_code_is_no_secret_and_the_device_code_is() -> None:
    assert "BCDF-GHJK" in repr(CODE)
    assert "secret" not in repr(CODE)


def test_it_asks_each_five_seconds_until_it_is_approved(nobody: Api, server: FakeServer) -> None:
    server.on(POLL, PENDING, PENDING, APPROVED)
    waiting = Wait(nobody)
    assert waiting.run()["token"] == AGENT_TOKEN
    assert (waiting.pauses, waiting.said) == ([5, 5, 5], [])
    assert server.asked(POLL)[0] == {"deviceCode": "BCDFGHJK.secret"}


def test_told_to_slow_down_it_asks_five_seconds_later_from_then_on(nobody: Api, server: FakeServer) -> None:
    server.on(POLL, error(400, "slow_down"), PENDING, error(400, "slow_down"), APPROVED)
    waiting = Wait(nobody)
    waiting.run()
    assert waiting.pauses == [5, 10, 10, 15]


def test_a_server_that_is_away_is_said_once_and_waited_for(nobody: Api, server: FakeServer) -> None:
    server.on(POLL, error(500), Answer(drop=True), Answer(200, b"<html>"), PENDING, APPROVED)
    waiting = Wait(nobody)
    assert waiting.run()["token"] == AGENT_TOKEN
    assert [line.split(":")[0] for line in waiting.said] == ["Server away", "Server back."]


def test_a_busy_server_is_asked_as_late_as_it_wants_and_is_not_away(nobody: Api, server: FakeServer) -> None:
    server.on(POLL, Answer(429, {}, {"Retry-After": "15"}), APPROVED)
    waiting = Wait(nobody)
    waiting.run()
    assert (waiting.pauses, waiting.said) == ([5, 15], [])


@pytest.mark.parametrize(
    ("code", "stop", "exit_code"),
    [("access_denied", "E_DENIED", Exit.NO_ACCESS), ("expired_token", "E_EXPIRED", Exit.FAILED)],
)
def test_a_no_and_an_end_are_told_apart(nobody: Api, server: FakeServer, code: str, stop: str, exit_code: Exit) -> None:
    server.on(POLL, PENDING, error(400, code))
    with pytest.raises(Stop) as stopped:
        Wait(nobody).run()
    assert (stopped.value.code, stopped.value.exit_code) == (stop, exit_code)


@pytest.mark.parametrize("answer", [PENDING, error(500)], ids=["never approved", "never back"])
def test_a_little_before_its_time_is_over_it_ends_by_itself(nobody: Api, server: FakeServer, answer: Answer) -> None:
    server.on(POLL, answer)
    waiting = Wait(nobody)
    with pytest.raises(Stop) as stopped:
        waiting.run(replace(CODE, lives=20.0))
    assert (stopped.value.code, waiting.pauses) == ("E_EXPIRED", [5, 5, 5, 3])


def test_any_other_refusal_is_passed_on(nobody: Api, server: FakeServer) -> None:
    server.on(POLL, error(400, "invalid"))
    with pytest.raises(Refused):
        Wait(nobody).run()


def test_a_server_that_wants_to_be_asked_all_the_time_is_not(nobody: Api, server: FakeServer) -> None:
    server.on(START, Answer(200, STARTED | {"interval": 0}))
    assert pairing.start(nobody, Asked("laptop", "aoki", [])).interval == 1
