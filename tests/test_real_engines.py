"""Engines that speak to an API, through the queue, to a real server without an account: the embedded model's own."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

import pytest

from engawa_agent.engines.embedded import Embedded
from engawa_agent.engines.exchange import Server, call
from tests.agent.engines.test_embedded import real
from tools import engawa, stack
from tools.children import Child
from tools.stack import Stack

pytestmark = [pytest.mark.slow, real]
Jobs = tuple[str, dict[str, Any], dict[str, Any]]
BOARD = "tests/data/launch.canvas"
ENGINES = ("openai-compatible chat", "openai-compatible responses", "anthropic")
# A model this small writes on for as long as it may; three ideas of 50 characters fit.
LIMITS = {"MAX_TOKENS": "128", "TEMPERATURE": "0"}


@pytest.fixture(scope="module")
def model() -> Iterator[Server]:
    """Served on loopback, behind a key."""
    with closing(Embedded()) as engine:
        yield engine._running(threading.Event()).http


@pytest.fixture(scope="module")
def home() -> Iterator[Stack]:
    with stack.started("--port", "0") as started:
        yield stack.ready(started)


@pytest.fixture(scope="module")
def board(home: Stack) -> str:
    return str(engawa.call("import", BOARD, environment=home.environment("member"))["id"])


def settings(engine: str, model: Server) -> Mapping[str, str]:
    """As its owner sets it in the environment."""
    name = call(model, "/v1/models")["data"][0]["id"]
    if engine == "anthropic":
        told = {"URL": model.url, "KEY": model.key, "MODEL": name}
        return {f"ENGAWA_ANTHROPIC_{field}": value for field, value in (told | LIMITS).items()}
    told = {"URL": f"{model.url}/v1", "KEY": model.key, "API": engine.partition(" ")[2]}
    return {f"ENGAWA_OPENAI_{field}": value for field, value in (told | LIMITS).items()}


@contextmanager
def agent(home: Stack, engine: str, model: Server) -> Iterator[Child]:
    command = [engawa.COMMAND, "run", "--engine", engine.partition(" ")[0]]
    environment = {**home.environment("agent"), **settings(engine, model)}
    with Child(f"The agent on {engine}", command, environment) as running:
        engawa.until_online(home, running)
        yield running


def asked(home: Stack, board: str, job_type: str, *words: str) -> dict[str, Any]:
    options = (job_type, "--target", board, "--locale", "en", "--timeout", "240", *words)
    job: dict[str, Any] = engawa.call("ask", *options, environment=home.environment("member"))["job"]
    return job


@pytest.fixture(scope="module", params=ENGINES)
def jobs(request: pytest.FixtureRequest, home: Stack, board: str, model: Server) -> Jobs:
    """One for a text and one for JSON, both ended, on each engine."""
    with agent(home, request.param, model):
        text = asked(home, board, "summarize_board")
        ideas = asked(home, board, "brainstorm", "--prompt", "Give 3 ideas for the launch week.")
    return request.param, text, ideas


def test_it_answers_in_text(jobs: Jobs, model: Server) -> None:
    engine, text, _ = jobs
    assert (text["status"], text["engine"], text["parseError"]) == ("done", engine.partition(" ")[0], None)
    assert len(text["result"]) > 40
    assert text["trace"]["options"] == {"temperature": "engine", "max_tokens": "engine"}
    assert text["trace"]["inputTokens"] > 500
    assert 0 < text["trace"]["outputTokens"] <= int(LIMITS["MAX_TOKENS"])
    assert model.key not in json.dumps(text)


def test_a_json_job_is_done_and_says_what_is_wrong_with_its_answer(jobs: Jobs) -> None:
    """This server holds to the schema in OpenAI's older API alone; there the answer is right."""
    engine, _, ideas = jobs
    assert (ideas["status"], ideas["engine"]) == ("done", engine.partition(" ")[0])
    assert ideas["trace"]["options"]["response_format"] == "job"
    if engine == "openai-compatible chat":
        assert (len(ideas["parsed"]), ideas["parseError"]) == (3, None)
    else:
        assert (ideas["parseError"] is None) == (ideas["parsed"] is not None)
        assert ideas["result"]


def test_what_the_api_cannot_do_is_told(jobs: Jobs) -> None:
    engine, _, ideas = jobs
    left_out = ["response_format: this API takes a schema of an object alone"]
    assert ideas["trace"].get("leftOut", []) == (left_out if engine == "openai-compatible responses" else [])
