"""Keeping a job while an engine works on it."""

import pytest

from engawa_agent.api import Api
from engawa_agent.lease import Lease
from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import RENEW, Said, a_claimed, a_link, until_ready

GOES_ON = Answer(200, {"status": "claimed", "cancelRequested": False})


def a_lease(api: Api, **fields: object) -> Lease:
    said = Said()
    return Lease(a_link(api, said), a_claimed(**{"renewSeconds": 0.02} | fields), said.report, "Test engine")


def test_it_renews_on_its_own_with_fence_phase_and_amount(api: Api, server: FakeServer) -> None:
    server.on(RENEW, GOES_ON)
    with a_lease(api) as lease:
        first = server.wait_for(RENEW)[0]
        lease.progress("writing", 12)
        until_ready(lambda: server.asked(RENEW)[-1]["phase"] == "writing")
    assert first == {"agentId": "agent-1", "fence": 7, "phase": "loading", "amount": 0}
    assert server.asked(RENEW)[-1]["amount"] == 12
    assert not lease.cancel.is_set()


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (error(409, "stale_claim"), "stale_claim"),
        (error(404, "not_found"), "not_found"),
        (Answer(200, {"cancelRequested": True}), "cancelled"),
    ],
    ids=["stale", "gone", "cancelled"],
)
def test_a_job_that_is_not_ours_any_more_is_cancelled(
    api: Api, server: FakeServer, answer: Answer, reason: str
) -> None:
    server.on(RENEW, GOES_ON, answer)
    with a_lease(api) as lease:
        assert lease.cancel.wait(10)
    assert lease.reason == reason


def test_a_revoked_token_lets_the_work_end(api: Api, server: FakeServer) -> None:
    server.on(RENEW, error(401, "unauthorized"))
    with a_lease(api) as lease:
        server.wait_for(RENEW, 2)
        assert not lease.cancel.is_set()


def test_a_server_that_is_away_cancels_nothing(api: Api, server: FakeServer) -> None:
    server.on(RENEW, error(500), Answer(drop=True), GOES_ON)
    with a_lease(api) as lease:
        server.wait_for(RENEW, 4)
        assert not lease.cancel.is_set()


def test_after_the_machine_slept_it_renews_at_once(api: Api, server: FakeServer) -> None:
    """The wall clock jumps an hour, the monotonic one does not; a renewal is due by one of them."""
    server.on(RENEW, GOES_ON)
    said, wall = Said(), iter([0.0, 3600.0])
    clocks = (lambda: next(wall, 3600.0), lambda: 0.0)
    lease = Lease(a_link(api, said), a_claimed(), said.report, "Test engine", clocks=clocks)
    with lease:
        server.wait_for(RENEW)
    assert len(server.asked(RENEW)) == 1


def test_it_stops_renewing_when_the_job_has_ended(api: Api, server: FakeServer) -> None:
    server.on(RENEW, GOES_ON)
    with a_lease(api) as lease:
        server.wait_for(RENEW)
    lease._thread.join(10)
    assert not lease._thread.is_alive()


def test_the_first_reason_stays(api: Api) -> None:
    lease = a_lease(api)
    lease.end("cancelled")
    lease.end("stopping")
    assert lease.reason == "cancelled"
