"""The loop against a real server that misbehaves."""

import threading
from pathlib import Path
from typing import Any

import pytest

from engawa_agent.api import Api
from engawa_agent.engines import Progress, Reply, Request
from engawa_agent.errors import EngineError, NoAccess, ServerAway, Stop
from engawa_agent.holds import Hold
from engawa_agent.spool import Answer as Kept
from engawa_agent.worker import Worker
from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import (
    CLAIM,
    COMPLETE,
    HEARTBEAT,
    JOB_ID,
    RELEASE,
    RENEW,
    AnEngine,
    Said,
    a_job,
    a_lineup,
    a_link,
    a_spool,
)

NOTHING = Answer(204, headers={"X-Poll-After-Ms": "30000"})
TAKEN = Answer(200, {})


class Rig:
    """A worker whose sleeps are written down instead of slept, and whose clock they move."""

    def __init__(self, api: Api, folder: Path, *engines: AnEngine, **options: Any) -> None:
        self.said = Said()
        self.sleeps: list[float] = []
        self.time = 0.0
        lineup = a_lineup(self.said, *(engines or (AnEngine("- Price"),)))
        link = a_link(api, self.said)
        self.spool = a_spool(folder, self.said)
        timing: dict[str, Any] = {"clock": lambda: self.time, "sleep": self.sleep, "random": lambda: 0.0}
        self.worker = Worker(link, lineup, self.said.report, self.spool, **timing, **options)

    def sleep(self, seconds: float) -> None:
        self.sleeps.append(seconds)
        self.time += seconds
        if len(self.sleeps) >= 20:
            self.worker.stopping.set()


def a_server(server: FakeServer, *claims: Answer) -> FakeServer:
    server.on(HEARTBEAT, Answer(200, {"status": "ok", "pollAfterMs": 2000}))
    return server.on(CLAIM, *claims).on(COMPLETE, TAKEN).on(RELEASE, TAKEN)


def test_it_announces_claims_runs_and_delivers(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, Answer(200, a_job()), NOTHING)
    rig = Rig(api, tmp_path)
    rig.worker.run(once=True)
    runners = [{"id": "test", "label": "Test engine test"}]
    assert server.asked(HEARTBEAT) == [{"agentId": "agent-1", "runners": runners, "name": "test-machine"}]
    assert server.asked(CLAIM)[0]["runners"] == runners
    told = {"trace": {"engine": "Test engine test", "seconds": 0.0}}
    sent = {"agentId": "agent-1", "fence": 7, "runner": "test", "result": "- Price", **told}
    assert server.asked(COMPLETE) == [sent]
    assert rig.said.names == ["engines", "claimed", "done"]


def test_it_asks_again_when_the_server_says(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, NOTHING)
    rig = Rig(api, tmp_path)
    rig.worker.run()
    assert set(rig.sleeps) == {30.0}


def test_null_is_nothing_too(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, Answer(200, b"null"))
    Rig(api, tmp_path).worker.run(once=True)
    assert server.asked(COMPLETE) == []


def test_a_lost_claim_is_repeated_with_the_same_id(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, Answer(drop=True), error(500), Answer(200, a_job()), NOTHING)
    Rig(api, tmp_path).worker.run(once=True)
    ids = [body["requestId"] for body in server.asked(CLAIM)]
    assert ids[0] == ids[1] == ids[2] != ids[3]
    assert len(server.asked(COMPLETE)) == 1


def test_after_an_absence_a_lost_claim_is_repeated_within_a_second_and_later_ones_less_and_less(
    api: Api, server: FakeServer, tmp_path: Path
) -> None:
    a_server(server, *[error(502)] * 5, *[Answer(drop=True)] * 3, Answer(200, a_job()), NOTHING)
    rig = Rig(api, tmp_path)
    rig.worker.run(once=True)
    assert rig.sleeps == [1, 2, 4, 8, 16, 1, 2, 4]
    assert len({body["requestId"] for body in server.asked(CLAIM)[:9]}) == 1


def test_away_is_said_once_and_the_pauses_grow_to_a_minute(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, *[error(500)] * 9, NOTHING)
    rig = Rig(api, tmp_path)
    rig.worker.run()
    assert rig.sleeps[:9] == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert rig.said.names == ["engines", "away", "back"]


def test_with_once_its_patience_ends(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, error(500))
    with pytest.raises(ServerAway):
        Rig(api, tmp_path).worker.run(once=True)


def test_a_wrong_token_ends_it(api: Api, server: FakeServer, tmp_path: Path) -> None:
    server.on(HEARTBEAT, error(401))
    with pytest.raises(NoAccess):
        Rig(api, tmp_path).worker.run()


def test_the_job_names_its_engine(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, Answer(200, a_job(runner="second")), NOTHING)
    first, second = AnEngine(id="first"), AnEngine("- Price", id="second")
    Rig(api, tmp_path, first, second).worker.run(once=True)
    assert server.asked(COMPLETE)[0]["runner"] == "second"
    assert first.requests == []


@pytest.mark.parametrize("retryable", [True, False])
def test_an_engines_failure_is_delivered(api: Api, server: FakeServer, retryable: bool, tmp_path: Path) -> None:
    a_server(server, Answer(200, a_job()), NOTHING)
    rig = Rig(api, tmp_path, AnEngine(EngineError("It is full.", retryable, "out_of_quota")))
    rig.worker.run(once=True)
    sent = server.asked(COMPLETE)[0]
    assert (sent["error"], sent["errorCode"], sent["retryable"]) == ("It is full.", "out_of_quota", retryable)
    assert rig.said.names == ["engines", "claimed", "failed"]


def test_a_stale_answer_is_dropped_and_said(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, Answer(200, a_job()), NOTHING).on(COMPLETE, error(409, "stale_claim"))
    rig = Rig(api, tmp_path)
    rig.worker.run(once=True)
    assert rig.said.names == ["engines", "claimed", "stale"]


def test_a_job_that_somebody_cancelled_is_stopped_and_closed(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, Answer(200, a_job() | {"renewSeconds": 0.02}), NOTHING)
    server.on(RENEW, Answer(200, {"cancelRequested": True}))
    Rig(api, tmp_path, AnEngine(None)).worker.run(once=True)
    assert server.asked(COMPLETE)[0]["errorCode"] == "cancelled"


def test_a_job_that_is_another_machines_now_is_stopped_in_silence(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, Answer(200, a_job() | {"renewSeconds": 0.02}), NOTHING)
    server.on(RENEW, error(409, "stale_claim"))
    Rig(api, tmp_path, AnEngine(None)).worker.run(once=True)
    assert (server.asked(COMPLETE), server.asked(RELEASE)) == ([], [])


def test_a_claim_that_came_late_is_renewed_before_the_engine_starts(
    api: Api, server: FakeServer, tmp_path: Path
) -> None:
    a_server(server, *[error(500)] * 5, Answer(200, a_job()), NOTHING).on(RENEW, error(409, "stale_claim"))
    engine = AnEngine(None)
    rig = Rig(api, tmp_path, engine)
    rig.worker.run(once=True)
    assert len(server.asked(RENEW)) == 1
    assert "stale" in rig.said.names


def test_a_job_that_arrives_while_stopping_goes_back(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, Answer(200, a_job()))
    rig = Rig(api, tmp_path)
    rig.worker.stopping.set()
    assert not rig.worker._take(a_job(), 0.0)
    assert server.asked(RELEASE)[0]["reason"] == "stopping"


def test_without_any_engine_it_claims_nothing(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, NOTHING)
    engine = AnEngine()
    rig = Rig(api, tmp_path, engine)
    engine.usable = False
    rig.time = 1000.0
    rig.worker.run()
    assert server.asked(CLAIM) == []
    assert server.asked(HEARTBEAT)[-1]["runners"] == []


def test_with_once_the_loss_of_every_engine_ends_it(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, NOTHING)
    engine = AnEngine()
    rig = Rig(api, tmp_path, engine)
    engine.usable = False
    rig.time = 1000.0
    with pytest.raises(Stop, match="No engine"):
        rig.worker.run(once=True)


@pytest.mark.parametrize("job", [{"id": JOB_ID}, {"jobs": []}, a_job() | {"fence": "7"}])
def test_a_claim_that_is_no_job_is_ignored_and_said(api: Api, server: FakeServer, tmp_path: Path, job: Any) -> None:
    a_server(server, Answer(200, job), NOTHING)
    rig = Rig(api, tmp_path)
    rig.worker.run(once=True)
    assert rig.said.names == ["engines", "odd_claim"]
    assert rig.sleeps == [2.0]


def test_a_claim_without_a_payload_goes_back_and_is_not_asked_for_again(
    api: Api, server: FakeServer, tmp_path: Path
) -> None:
    a_server(server, Answer(200, a_job() | {"payload": None}), NOTHING)
    Rig(api, tmp_path).worker.run(once=True)
    assert server.asked(RELEASE)[0]["reason"] == "it came without a payload"
    assert server.asked(CLAIM)[1]["declined"] == [JOB_ID]


def test_a_fence_that_goes_backwards_is_ignored(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, Answer(200, a_job()), Answer(200, a_job() | {"fence": 6}), NOTHING)
    rig = Rig(api, tmp_path, AnEngine("- one"))
    rig.worker.run(once=True)
    assert [body["fence"] for body in server.asked(COMPLETE)] == [7]
    assert "odd_claim" in rig.said.names


def test_a_job_that_the_policy_refuses_goes_back_with_the_reason(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, Answer(200, a_job()), NOTHING)
    engine = AnEngine()
    rig = Rig(api, tmp_path, engine, refusal=lambda job: f"{job['type']} is too long")
    rig.worker.run(once=True)
    assert server.asked(RELEASE)[0]["reason"] == "summarize_board is too long"
    assert engine.requests == []


def test_a_job_that_its_owner_refuses_goes_back(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, Answer(200, a_job()), NOTHING)
    Rig(api, tmp_path, agree=lambda job, engine, over: False).worker.run(once=True)
    assert server.asked(RELEASE)[0]["reason"] == "declined"
    assert server.asked(CLAIM)[-1]["declined"] == [JOB_ID]


def test_held_it_claims_nothing_and_says_why_to_the_team(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, NOTHING)
    rig = Rig(api, tmp_path, held=lambda: Hold("paused", "meeting") if rig.time < 70 else None)
    rig.worker.run()
    beats = server.asked(HEARTBEAT)
    assert beats[1]["paused"] == {"reason": "paused", "note": "meeting", "until": None}
    assert rig.sleeps[:3] == [2.0, 2.0, 2.0]
    assert rig.said.names[1] == "paused"


def test_held_it_shows_that_it_is_there_each_half_minute(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, NOTHING)
    rig = Rig(api, tmp_path, held=lambda: Hold("on battery"))
    rig.worker.run()
    assert rig.time == 40
    assert len(server.asked(HEARTBEAT)) == 3
    assert server.asked(CLAIM) == []


def test_with_once_a_hold_ends_it(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, NOTHING)
    Rig(api, tmp_path, held=lambda: Hold("on battery")).worker.run(once=True)
    assert server.asked(CLAIM) == []


def test_what_the_server_says_to_a_sign_of_life_is_passed_on(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, NOTHING).on(HEARTBEAT, Answer(200, {"rotateToken": True}))
    heard: list[Any] = []
    Rig(api, tmp_path, heard=heard.append).worker.run(once=True)
    assert heard == [{"rotateToken": True}]


def test_it_asks_for_news_four_times_a_day_though_nothing_changes(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, NOTHING)
    rig = Rig(api, tmp_path, idle=lambda: bool(rig.sleep(7200)))
    rig.worker.run()
    assert rig.sleeps == [7200, 30] * 10  # three of these are six hours
    assert len(server.asked(HEARTBEAT)) == 1 + 3


def test_under_another_token_it_says_again_who_it_is(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, NOTHING)
    Rig(api, tmp_path, idle=lambda: True).worker.run(once=True)
    assert [seen.route for seen in server.seen] == [HEARTBEAT, HEARTBEAT, CLAIM]


def test_held_it_renews_its_token_all_the_same(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, NOTHING).on(HEARTBEAT, Answer(200, {}), Answer(200, {"rotateToken": True}), Answer(200, {}))
    heard: list[Any] = []
    due = lambda: bool(heard) and "rotateToken" in heard[-1]  # noqa: E731
    rig = Rig(api, tmp_path, held=lambda: Hold("on battery"), heard=heard.append, idle=due)
    rig.worker.run()
    assert [answer for answer in heard if answer] == [{"rotateToken": True}]
    assert [(body["paused"] or {}).get("reason") for body in server.asked(HEARTBEAT)[1:3]] == ["on battery"] * 2
    assert server.asked(CLAIM) == []


def test_idle_is_only_when_what_it_owes_is_delivered_and_no_job_is_in_hand(
    api: Api, server: FakeServer, tmp_path: Path
) -> None:
    a_server(server, Answer(200, a_job()), NOTHING)
    seen: list[list[str]] = []
    rig = Rig(api, tmp_path, idle=lambda: bool(seen.append([one.route for one in server.seen])))
    rig.spool.keep(Kept(JOB_ID, 6, {"runner": "test", "result": "- Price"}, "agent-1"))
    rig.worker.run(once=True)
    assert seen[0] == [HEARTBEAT, COMPLETE]
    assert {routes.count(COMPLETE) for routes in seen[1:]} == {2}


def other(number: int, **payload: Any) -> Answer:
    return Answer(200, a_job(**payload) | {"id": f"018f0000-0000-7000-8000-{number:012}"})


def test_two_hands_work_at_once_each_on_its_own_engine(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, other(1), other(2), NOTHING)
    meet = threading.Barrier(2)
    first, second = Meeting(meet, "first"), Meeting(meet, "second")
    for number in (1, 2):
        server.on(f"POST /api/agent/jobs/018f0000-0000-7000-8000-{number:012}/complete", TAKEN)
    Rig(api, tmp_path, first, second, concurrency=2).worker.run(once=True)
    assert (len(first.requests), len(second.requests)) == (1, 1)
    assert server.asked(CLAIM)[1]["busy"] == ["first"]


def test_one_engine_has_one_job_at_a_time_unless_it_can_do_more(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, other(1), other(2), NOTHING)
    for number in (1, 2):
        server.on(f"POST /api/agent/jobs/018f0000-0000-7000-8000-{number:012}/complete", TAKEN)
    alone = AnEngine("- one", "- two")
    Rig(api, tmp_path, alone, concurrency=4).worker.run(once=True)
    assert [claim["busy"] for claim in server.asked(CLAIM)] == [[], [], []]
    able = Meeting(threading.Barrier(2), "able")
    able.parallel = 2
    a_server(server, other(3), other(4), NOTHING)
    for number in (3, 4):
        server.on(f"POST /api/agent/jobs/018f0000-0000-7000-8000-{number:012}/complete", TAKEN)
    Rig(api, tmp_path, able, concurrency=4).worker.run(once=True)
    assert len(able.requests) == 2


def test_a_token_revoked_in_the_middle_keeps_the_answer_and_ends_the_agent(
    api: Api, server: FakeServer, tmp_path: Path
) -> None:
    a_server(server, Answer(200, a_job())).on(COMPLETE, error(401))
    rig = Rig(api, tmp_path)
    with pytest.raises(NoAccess):
        rig.worker.run()
    assert [answer.body["result"] for answer in rig.spool.left()] == ["- Price"]


def test_the_next_run_delivers_it_before_it_asks_for_more(api: Api, server: FakeServer, tmp_path: Path) -> None:
    a_server(server, NOTHING)
    rig = Rig(api, tmp_path)
    rig.spool.keep(Kept(JOB_ID, 7, {"runner": "test", "result": "- Price"}, "agent-1"))
    rig.worker.run(once=True)
    routes = [seen.route for seen in server.seen]
    assert routes == [HEARTBEAT, COMPLETE, CLAIM]


class Meeting(AnEngine):
    """Answers when as many others as the barrier wants are at work too."""

    parallel = 1

    def __init__(self, barrier: threading.Barrier, id: str) -> None:
        super().__init__("- met", "- met", id=id)
        self._barrier = barrier

    def run(self, request: Request, cancel: threading.Event, progress: Progress) -> Reply:
        self._barrier.wait(10)
        return super().run(request, cancel, progress)
