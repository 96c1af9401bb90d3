"""What the server knows this machine by."""

import uuid

from engawa_agent.machine import agent_id, agent_name


def test_the_id_stays_the_same() -> None:
    assert agent_id() == agent_id()
    assert uuid.UUID(agent_id()).version == 5


def test_there_is_a_name() -> None:
    assert agent_name()
