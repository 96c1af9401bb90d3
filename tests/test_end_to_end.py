"""The main job with nothing replaced: the real stack, the real agent, the real embedded model."""

from collections.abc import Iterator
from typing import Any

import pytest

from tools import engawa, stack
from tools.children import Child
from tools.stack import Stack

BOARD = "tests/data/launch.canvas"


@pytest.fixture(scope="module")
def home() -> Iterator[Stack]:
    with stack.started("--port", "0") as started:
        yield stack.ready(started)


@pytest.fixture(scope="module")
def board(home: Stack) -> dict[str, Any]:
    imported: dict[str, Any] = engawa.call("import", BOARD, environment=home.environment("member"))
    return imported


@pytest.fixture(scope="module")
def agent(home: Stack) -> Iterator[Child]:
    command = [engawa.COMMAND, "run", "--engine", "embedded"]
    with Child("The agent", command, home.environment("agent")) as running:
        engawa.until_online(home, running)
        yield running


def ask(home: Stack, board: dict[str, Any], job_type: str, *words: str) -> dict[str, Any]:
    options = (job_type, "--target", board["id"], "--locale", "en", "--timeout", "240", *words)
    job: dict[str, Any] = engawa.call("ask", *options, environment=home.environment("member"))["job"]
    return job


def test_a_board_that_somebody_has_becomes_nodes_and_a_context(home: Stack, board: dict[str, Any]) -> None:
    assert len(home.get(f"/api/nodes?containerId={board['id']}")) == board["nodes"] - 1
    shown = engawa.call("context", "board", board["id"], "--locale", "en", environment=home.environment("member"))
    assert shown["text"].startswith("# Board: launch (26 items)\n")
    assert "## Section: Risks" in shown["text"]


def test_a_real_model_answers_in_text(home: Stack, board: dict[str, Any], agent: Child) -> None:
    job = ask(home, board, "summarize_board")
    assert (job["status"], job["engine"]) == ("done", "embedded")
    assert len(job["result"]) > 40


def test_a_real_model_answers_in_checked_json(home: Stack, board: dict[str, Any], agent: Child) -> None:
    job = ask(home, board, "brainstorm", "--prompt", "Give 3 ideas for the launch week.")
    assert (job["status"], job["parseError"]) == ("done", None)
    assert [len(idea) <= 50 for idea in job["parsed"]] == [True] * 3


def test_while_an_agent_is_online_nothing_is_mocked(home: Stack, agent: Child) -> None:
    status = home.get("/api/ai/status")
    assert (status["agent"], status["mockMode"]) == ("online", False)
