"""The loop against a real server that misbehaves."""

import pytest

from engawa_agent.api import Api
from engawa_agent.errors import EngineError, NoAccess, ServerAway, Stop
from engawa_agent.worker import Worker
from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import (
    CLAIM,
    COMPLETE,
    HEARTBEAT,
    RELEASE,
    RENEW,
    AnEngine,
    Said,
    a_job,
    a_lineup,
    a_link,
)

NOTHING = Answer(204, headers={"X-Poll-After-Ms": "30000"})
TAKEN = Answer(200, {})


class Rig:
    """A worker whose sleeps are written down instead of slept, and whose clock they move."""

    def __init__(self, api: Api, *engines: AnEngine) -> None:
        self.said = Said()
        self.sleeps: list[float] = []
        self.time = 0.0
        lineup = a_lineup(self.said, *(engines or (AnEngine("- Price"),)))
        link = a_link(api, self.said)
        self.worker = Worker(
            link, lineup, self.said.report, clock=lambda: self.time, sleep=self.sleep, random=lambda: 0.0
        )

    def sleep(self, seconds: float) -> None:
        self.sleeps.append(seconds)
        self.time += seconds
        if len(self.sleeps) >= 20:
            self.worker.stopping.set()


def a_server(server: FakeServer, *claims: Answer) -> FakeServer:
    server.on(HEARTBEAT, Answer(200, {"status": "ok", "pollAfterMs": 2000}))
    return server.on(CLAIM, *claims).on(COMPLETE, TAKEN).on(RELEASE, TAKEN)


def test_it_announces_claims_runs_and_delivers(api: Api, server: FakeServer) -> None:
    a_server(server, Answer(200, a_job()), NOTHING)
    rig = Rig(api)
    rig.worker.run(once=True)
    runners = [{"id": "test", "label": "Test engine test"}]
    assert server.asked(HEARTBEAT) == [{"agentId": "agent-1", "runners": runners, "name": "test-machine"}]
    assert server.asked(CLAIM)[0]["runners"] == runners
    assert server.asked(COMPLETE) == [{"agentId": "agent-1", "fence": 7, "runner": "test", "result": "- Price"}]
    assert rig.said.names == ["engines", "claimed", "done"]


def test_it_asks_again_when_the_server_says(api: Api, server: FakeServer) -> None:
    a_server(server, NOTHING)
    rig = Rig(api)
    rig.worker.run()
    assert set(rig.sleeps) == {30.0}


def test_null_is_nothing_too(api: Api, server: FakeServer) -> None:
    a_server(server, Answer(200, b"null"))
    Rig(api).worker.run(once=True)
    assert server.asked(COMPLETE) == []


def test_a_lost_claim_is_repeated_with_the_same_id(api: Api, server: FakeServer) -> None:
    a_server(server, Answer(drop=True), error(500), Answer(200, a_job()), NOTHING)
    Rig(api).worker.run(once=True)
    ids = [body["requestId"] for body in server.asked(CLAIM)]
    assert ids[0] == ids[1] == ids[2] != ids[3]
    assert len(server.asked(COMPLETE)) == 1


def test_away_is_said_once_and_the_pauses_grow_to_a_minute(api: Api, server: FakeServer) -> None:
    a_server(server, *[error(500)] * 9, NOTHING)
    rig = Rig(api)
    rig.worker.run()
    assert rig.sleeps[:9] == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert rig.said.names == ["engines", "away", "back"]


def test_with_once_its_patience_ends(api: Api, server: FakeServer) -> None:
    a_server(server, error(500))
    with pytest.raises(ServerAway):
        Rig(api).worker.run(once=True)


def test_a_wrong_token_ends_it(api: Api, server: FakeServer) -> None:
    server.on(HEARTBEAT, error(401))
    with pytest.raises(NoAccess):
        Rig(api).worker.run()


def test_the_job_names_its_engine(api: Api, server: FakeServer) -> None:
    a_server(server, Answer(200, a_job(runner="second")), NOTHING)
    first, second = AnEngine(id="first"), AnEngine("- Price", id="second")
    Rig(api, first, second).worker.run(once=True)
    assert server.asked(COMPLETE)[0]["runner"] == "second"
    assert first.requests == []


@pytest.mark.parametrize("retryable", [True, False])
def test_an_engines_failure_is_delivered(api: Api, server: FakeServer, retryable: bool) -> None:
    a_server(server, Answer(200, a_job()), NOTHING)
    rig = Rig(api, AnEngine(EngineError("It is full.", retryable, "out_of_quota")))
    rig.worker.run(once=True)
    sent = server.asked(COMPLETE)[0]
    assert (sent["error"], sent["errorCode"], sent["retryable"]) == ("It is full.", "out_of_quota", retryable)
    assert rig.said.names == ["engines", "claimed", "failed"]


def test_a_stale_answer_is_dropped_and_said(api: Api, server: FakeServer) -> None:
    a_server(server, Answer(200, a_job()), NOTHING).on(COMPLETE, error(409, "stale_claim"))
    rig = Rig(api)
    rig.worker.run(once=True)
    assert rig.said.names == ["engines", "claimed", "stale"]


def test_a_job_that_somebody_cancelled_is_stopped_and_closed(api: Api, server: FakeServer) -> None:
    a_server(server, Answer(200, a_job() | {"renewSeconds": 0.02}), NOTHING)
    server.on(RENEW, Answer(200, {"cancelRequested": True}))
    Rig(api, AnEngine(None)).worker.run(once=True)
    assert server.asked(COMPLETE)[0]["errorCode"] == "cancelled"


def test_a_job_that_is_another_machines_now_is_stopped_in_silence(api: Api, server: FakeServer) -> None:
    a_server(server, Answer(200, a_job() | {"renewSeconds": 0.02}), NOTHING)
    server.on(RENEW, error(409, "stale_claim"))
    Rig(api, AnEngine(None)).worker.run(once=True)
    assert (server.asked(COMPLETE), server.asked(RELEASE)) == ([], [])


def test_a_claim_that_came_late_is_renewed_before_the_engine_starts(api: Api, server: FakeServer) -> None:
    a_server(server, *[error(500)] * 5, Answer(200, a_job()), NOTHING).on(RENEW, error(409, "stale_claim"))
    engine = AnEngine(None)
    rig = Rig(api, engine)
    rig.worker.run(once=True)
    assert len(server.asked(RENEW)) == 1
    assert "stale" in rig.said.names


def test_a_job_that_arrives_while_stopping_goes_back(api: Api, server: FakeServer) -> None:
    a_server(server, Answer(200, a_job()))
    rig = Rig(api)
    rig.worker.stopping.set()
    rig.worker._take(a_job(), 0.0)
    assert server.asked(RELEASE)[0]["reason"] == "stopping"


def test_without_any_engine_it_claims_nothing(api: Api, server: FakeServer) -> None:
    a_server(server, NOTHING)
    engine = AnEngine()
    rig = Rig(api, engine)
    engine.usable = False
    rig.time = 1000.0
    rig.worker.run()
    assert server.asked(CLAIM) == []
    assert server.asked(HEARTBEAT)[-1]["runners"] == []


def test_with_once_the_loss_of_every_engine_ends_it(api: Api, server: FakeServer) -> None:
    a_server(server, NOTHING)
    engine = AnEngine()
    rig = Rig(api, engine)
    engine.usable = False
    rig.time = 1000.0
    with pytest.raises(Stop, match="No engine"):
        rig.worker.run(once=True)
