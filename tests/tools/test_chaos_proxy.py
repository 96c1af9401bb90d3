"""The line with faults in it, before a server that remembers what reached it."""

import random
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from engawa_agent.api import Api
from engawa_agent.errors import Busy, ServerAway
from tests.agent.fake_server import Answer, FakeServer, fake_server
from tests.agent.makers import AGENT_TOKEN, CLAIM, COMPLETE, JOB_ID, a_job
from tools.chaos.exchange import AWAY, BROKEN, CUT, DROPPED, HELD, PASSED, THROTTLED
from tools.chaos.proxy import Proxy, Trap, listening
from tools.chaos.terms import Rates

NEVER = Rates(0, 0, 0)
CLAIM_PATH, COMPLETE_PATH = CLAIM.removeprefix("POST "), COMPLETE.removeprefix("POST ")
ANSWER = {"fence": 7, "result": "- Price"}


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with fake_server() as made:
        yield made.on(CLAIM, Answer(200, a_job(), {"x-poll-after-ms": "30000"})).on(COMPLETE, Answer(200, {}))


def a_proxy(server: FakeServer, rates: Rates = NEVER, **headers: Any) -> Proxy:
    return Proxy(int(server.url.rpartition(":")[2]), rates, random.Random(1), headers)


def post(proxy: Proxy, path: str, body: dict[str, Any]) -> Any:
    with listening(proxy, ["ours"]) as urls, closing(Api(urls["ours"], AGENT_TOKEN)) as api:
        return api.call("POST", path, body)


def test_what_passes_is_unchanged_and_known(server: FakeServer) -> None:
    proxy = a_proxy(server)
    reply = post(proxy, CLAIM_PATH, {"requestId": "r-1"})
    assert (reply.json, reply.headers["x-poll-after-ms"]) == (a_job(), "30000")
    assert server.seen[0].headers["authorization"] == f"Bearer {AGENT_TOKEN}"
    (seen,) = proxy.seen
    assert (seen.origin, seen.is_grant, seen.job, seen.fence, seen.fate) == ("ours", True, JOB_ID, 7, PASSED)


def test_a_reply_is_lost_after_the_server_has_acted(server: FakeServer) -> None:
    proxy = a_proxy(server, Rates(dropped=1.0))
    with pytest.raises(ServerAway):
        post(proxy, COMPLETE_PATH, ANSWER)
    assert server.asked(COMPLETE) == [ANSWER]
    assert [(seen.fate, seen.is_accepted) for seen in proxy.seen] == [(DROPPED, True)]


@pytest.mark.parametrize(
    ("rates", "fate", "error"),
    [(Rates(0, throttled=1.0), THROTTLED, Busy), (Rates(0, 0, broken=1.0), BROKEN, ServerAway)],
)
def test_a_refusal_comes_before_the_server(
    server: FakeServer, rates: Rates, fate: str, error: type[ServerAway]
) -> None:
    proxy = a_proxy(server, rates)
    with pytest.raises(error) as met:
        post(proxy, COMPLETE_PATH, ANSWER)
    assert met.value.retry_after == (1.0 if fate == THROTTLED else None)
    assert (server.seen, [(seen.fate, seen.status) for seen in proxy.seen]) == ([], [(fate, None)])


@pytest.mark.parametrize("after", [False, True])
def test_a_trap_springs_at_the_next_answer_before_the_server_has_it_or_after(server: FakeServer, after: bool) -> None:
    proxy, trap = a_proxy(server), Trap(lambda: 12.5, after)
    proxy.traps["ours"] = trap
    post(proxy, CLAIM_PATH, {})
    assert not trap.sprung.is_set()
    with pytest.raises(ServerAway):
        post(proxy, COMPLETE_PATH, ANSWER)
    assert (trap.sprung.is_set(), trap.at, len(server.asked(COMPLETE))) == (True, 12.5, int(after))
    assert [seen.fate for seen in proxy.seen] == [PASSED, HELD]
    assert post(proxy, COMPLETE_PATH, ANSWER).status == 200


def test_while_a_server_is_away_a_gateway_answers(server: FakeServer) -> None:
    with fake_server() as gone:
        proxy = a_proxy(gone)
    with pytest.raises(ServerAway, match="502") as away:
        post(proxy, CLAIM_PATH, {})
    assert (away.value.lost, [(seen.fate, seen.status) for seen in proxy.seen]) == (False, [(AWAY, None)])


def test_one_that_goes_away_over_a_call_breaks_the_line(server: FakeServer) -> None:
    proxy = a_proxy(server.on(CLAIM, Answer(drop=True)))
    with pytest.raises(ServerAway) as away:
        post(proxy, CLAIM_PATH, {})
    assert (away.value.lost, [(seen.fate, seen.status) for seen in proxy.seen]) == (True, [(CUT, None)])
