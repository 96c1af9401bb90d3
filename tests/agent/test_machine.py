"""What the server knows this machine by."""

import uuid
from pathlib import Path

from engawa_agent.machine import agent_id, agent_name


def test_the_id_stays_the_same_and_is_another_in_another_home(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert agent_id(tmp_path / "a") == agent_id(tmp_path / "a") != agent_id(tmp_path / "b")
    assert uuid.UUID(agent_id(tmp_path / "a")).version == 5


def test_a_damaged_seed_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "machine.json").write_text("{")
    assert agent_id(tmp_path) == agent_id(tmp_path)


def test_there_is_a_name() -> None:
    assert agent_name()
