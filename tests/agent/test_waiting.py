"""Waiting for a job to end."""

from typing import Any

import pytest

from engawa_agent.api import Api
from engawa_agent.errors import ServerAway, Stop
from engawa_agent.waiting import wait_for
from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import JOB_ID, Said

ROUTE = f"GET /api/ai/jobs/{JOB_ID}"
PENDING = {"id": JOB_ID, "status": "pending", "waitingFor": "agent"}
CLAIMED = {"id": JOB_ID, "status": "claimed", "phase": "writing", "amount": 12}
DONE = {"id": JOB_ID, "status": "done", "result": "- a"}


SCHEDULED = {**PENDING, "waitingFor": "schedule"}


def waited(
    api: Api, said: Said, timeout: float | None = None, job: dict[str, Any] = PENDING, sleeps: list[float] | None = None
) -> dict[str, Any]:
    slept = [] if sleeps is None else sleeps
    return wait_for(api, job, said.report, timeout=timeout, clock=lambda: sum(slept), sleep=slept.append)


def test_each_state_is_said_once_on_the_way(api: Api, server: FakeServer) -> None:
    server.on(ROUTE, Answer(200, PENDING), Answer(200, CLAIMED), Answer(200, CLAIMED), Answer(200, DONE))
    said = Said()
    assert waited(api, said) == DONE
    assert [event.text for event in said.events] == [
        "waiting for an agent (start one with: engawa run)",
        "working",
    ]
    assert said.states[-1].amount == 12


def test_a_moment_of_absence_is_waited_through(api: Api, server: FakeServer) -> None:
    server.on(ROUTE, error(500), Answer(drop=True), Answer(200, DONE))
    assert waited(api, Said())["status"] == "done"


def test_a_long_absence_is_not(api: Api, server: FakeServer) -> None:
    server.on(ROUTE, error(500))
    with pytest.raises(ServerAway):
        waited(api, Said())


def test_the_time_out_says_that_the_job_goes_on(api: Api, server: FakeServer) -> None:
    server.on(ROUTE, Answer(200, PENDING))
    with pytest.raises(Stop, match="within 5 s") as stop:
        waited(api, Said(), timeout=5)
    assert (stop.value.exit_code, stop.value.code) == (1, "E_TIMEOUT")
    assert JOB_ID in stop.value.hint


def test_before_its_time_a_job_is_asked_for_seldom(api: Api, server: FakeServer) -> None:
    server.on(ROUTE, Answer(200, SCHEDULED), Answer(200, PENDING), Answer(200, DONE))
    said, sleeps = Said(), list[float]()
    waited(api, said, job=SCHEDULED, sleeps=sleeps)
    assert sleeps[:2] == [10, 10]
    assert sleeps[2] < 2
    assert f"Ctrl-C leaves it waiting; later: engawa jobs watch {JOB_ID}" in said.events[0].text


def test_the_time_out_also_holds_before_its_time(api: Api, server: FakeServer) -> None:
    server.on(ROUTE, Answer(200, SCHEDULED))
    sleeps: list[float] = []
    with pytest.raises(Stop):
        waited(api, Said(), timeout=12, job=SCHEDULED, sleeps=sleeps)
    assert sum(sleeps) == 12


def test_a_busy_server_is_asked_when_it_says(api: Api, server: FakeServer) -> None:
    server.on(ROUTE, Answer(429, {}, {"Retry-After": "7"}), Answer(200, DONE))
    sleeps: list[float] = []
    waited(api, Said(), sleeps=sleeps)
    assert sleeps[1] == 7
