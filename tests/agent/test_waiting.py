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


def waited(api: Api, said: Said, timeout: float | None = None) -> dict[str, Any]:
    time = [0.0]

    def sleep(seconds: float) -> None:
        time[0] += seconds

    return wait_for(api, PENDING, said.report, timeout=timeout, clock=lambda: time[0], sleep=sleep)


def test_each_state_is_said_once_on_the_way(api: Api, server: FakeServer) -> None:
    server.on(ROUTE, Answer(200, PENDING), Answer(200, CLAIMED), Answer(200, CLAIMED), Answer(200, DONE))
    said = Said()
    assert waited(api, said) == DONE
    assert [event.text for event in said.events[1:]] == [
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
