"""The line to the server says each change once."""

import pytest

from engawa_agent.api import Api
from engawa_agent.errors import Refused, ServerAway
from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import HEARTBEAT, Said, a_link


def test_away_and_back_are_said_once_each(api: Api, server: FakeServer) -> None:
    said = Said()
    link = a_link(api, said)
    server.on(HEARTBEAT, error(500), error(502), Answer(drop=True), Answer(200, {}))
    for _ in range(3):
        with pytest.raises(ServerAway):
            link.post("/api/agent/heartbeat", {})
    link.post("/api/agent/heartbeat", {})
    link.post("/api/agent/heartbeat", {})
    assert said.names == ["away", "back"]


def test_a_refusal_also_means_that_it_is_back(api: Api, server: FakeServer) -> None:
    said = Said()
    link = a_link(api, said)
    server.on(HEARTBEAT, error(500), error(409))
    with pytest.raises(ServerAway):
        link.post("/api/agent/heartbeat", {})
    with pytest.raises(Refused):
        link.post("/api/agent/heartbeat", {})
    assert said.names == ["away", "back"]


def test_every_call_carries_the_agents_id(api: Api, server: FakeServer) -> None:
    server.on(HEARTBEAT, Answer(200, {}))
    a_link(api, Said()).post("/api/agent/heartbeat", {"runners": []})
    assert server.asked(HEARTBEAT) == [{"agentId": "agent-1", "runners": []}]
