"""A finished answer finds its way."""

import threading
from pathlib import Path
from typing import Any

import pytest

from engawa_agent.api import Api
from engawa_agent.deliver import ACCEPTED, GIVEN_UP, STALE, Delivery
from engawa_agent.errors import NoAccess
from engawa_agent.spool import Answer as Kept
from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import COMPLETE, JOB_ID, RELEASE, Said, a_claimed, a_link, a_spool

RESULT = {"runner": "test", "result": "- Price"}


class Rig:
    """A delivery and the spool behind it; its sleeps are written down instead of slept."""

    def __init__(self, api: Api, folder: Path) -> None:
        self.said, self.stop = Said(), threading.Event()
        self.sleeps: list[float] = []
        self.kept: list[int] = []  # how many answers were on disk at each sleep
        self.spool = a_spool(folder, self.said)
        options: dict[str, Any] = {"stop": self.stop, "sleep": self.sleep, "random": lambda: 0.0}
        self.delivery = Delivery(a_link(api, self.said), self.said.report, self.spool, **options)

    def sleep(self, seconds: float) -> None:
        self.sleeps.append(seconds)
        self.kept.append(len(self.spool.left()))

    def complete(self, **fields: Any) -> str:
        return self.delivery.complete(a_claimed(**fields), RESULT)


@pytest.fixture
def rig(api: Api, tmp_path: Path) -> Rig:
    return Rig(api, tmp_path)


def test_it_is_tried_until_the_server_takes_it(rig: Rig, server: FakeServer) -> None:
    server.on(COMPLETE, error(500), Answer(drop=True), error(429), Answer(200, {}))
    assert rig.complete() == ACCEPTED
    assert rig.sleeps == [1.0, 1.0, 2.0]  # a lost reply has pauses of its own
    assert server.asked(COMPLETE) == [{"agentId": "agent-1", "fence": 7, **RESULT}] * 4


def test_a_server_that_is_away_for_an_hour_gets_it_in_the_end(rig: Rig, server: FakeServer) -> None:
    server.on(COMPLETE, *[error(503)] * 65, Answer(200, {}))
    assert (rig.complete(), rig.spool.left()) == (ACCEPTED, [])
    assert (sum(rig.sleeps) > 3600, set(rig.kept)) == (True, {1})


def test_it_is_on_disk_before_the_first_try_and_gone_after_the_last(rig: Rig, server: FakeServer) -> None:
    server.on(COMPLETE, error(500), Answer(200, {}))
    rig.complete()
    assert (rig.kept, rig.spool.left()) == ([1], [])


def test_retry_after_is_heeded(rig: Rig, server: FakeServer) -> None:
    server.on(COMPLETE, Answer(429, {}, {"Retry-After": "9"}), Answer(200, {}))
    rig.complete()
    assert rig.sleeps == [9.0]


@pytest.mark.parametrize("answer", [error(409, "stale_claim"), error(404, "not_found")])
def test_a_claim_that_is_over_ends_the_trying(rig: Rig, server: FakeServer, answer: Answer) -> None:
    server.on(COMPLETE, answer)
    assert rig.complete() == STALE
    assert (len(server.asked(COMPLETE)), rig.spool.left()) == (1, [])


def test_an_answer_that_is_never_taken_becomes_an_error(rig: Rig, server: FakeServer) -> None:
    server.on(COMPLETE, error(413, "too_large", "Too large."), Answer(200, {}))
    assert rig.complete() == ACCEPTED
    assert server.asked(COMPLETE)[1]["errorCode"] == "answer_refused"
    assert rig.spool.left() == []


def test_a_revoked_token_is_passed_on_and_the_answer_kept(rig: Rig, server: FakeServer) -> None:
    server.on(COMPLETE, error(401))
    with pytest.raises(NoAccess):
        rig.complete()
    assert [answer.body for answer in rig.spool.left()] == [RESULT]


def test_told_to_stop_now_it_tries_once_and_the_answer_is_kept(rig: Rig, server: FakeServer) -> None:
    server.on(COMPLETE, error(500))
    rig.stop.set()
    assert rig.complete() == GIVEN_UP
    assert (len(server.asked(COMPLETE)), len(rig.spool.left())) == (1, 1)


def test_what_an_earlier_run_left_is_delivered(rig: Rig, server: FakeServer) -> None:
    rig.spool.keep(Kept(JOB_ID, 3, RESULT, "agent-9"))
    server.on(COMPLETE, error(500), Answer(200, {}))
    rig.delivery.leftovers()
    assert server.asked(COMPLETE)[-1] == {"agentId": "agent-9", "fence": 3, **RESULT}
    assert (rig.spool.left(), rig.said.names[-1]) == ([], "leftover")


@pytest.mark.parametrize("answer", [Answer(200, {}), error(409), error(500)])
def test_giving_back_is_tried_once(rig: Rig, server: FakeServer, answer: Answer) -> None:
    server.on(RELEASE, answer)
    rig.delivery.release(a_claimed(), "stopping")
    assert server.asked(RELEASE) == [{"agentId": "agent-1", "fence": 7, "reason": "stopping"}]
