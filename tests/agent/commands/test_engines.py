"""`engawa engines`: what there is and how to get more."""

import json

import pytest

from engawa_agent import installing
from tests.agent.fake_server import Answer, FakeServer
from tests.agent.makers import outcome

IDS = ("copilot-cli", "ollama", "openai-compatible")


@pytest.fixture(autouse=True)
def only_ollama(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("OLLAMA_HOST", server.url)
    server.on("GET /api/tags", Answer(200, {"models": [{"name": "qwen3:4b"}]}))


def test_each_engine_has_its_state_in_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome(capsys, "engines")
    assert code == 0
    states = {engine: line for line in out.splitlines() for engine in IDS if f" {engine} " in line}
    assert states["ollama"].startswith("ready")
    assert "Ollama qwen3:4b" in states["ollama"]
    assert states["copilot-cli"].startswith("not installed")
    assert "npm install -g @github/copilot" in states["copilot-cli"]
    assert states["openai-compatible"].startswith("not configured")
    assert "ENGAWA_OPENAI_URL" in states["openai-compatible"]
    assert "\x1b" not in out


def test_with_json_it_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = outcome(capsys, "engines", "--json")
    document = json.loads(out)
    assert document["schema"] == 1
    ollama = next(engine for engine in document["engines"] if engine["id"] == "ollama")
    assert (ollama["state"], ollama["usable"], ollama["label"]) == ("ready", True, "Ollama qwen3:4b")


def test_installing_what_is_there_says_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installing, "installed", lambda: True)
    code, out, _ = outcome(capsys, "engines", "install", "embedded")
    assert (code, out) == (0, "embedded is already installed.\n")


def test_installing_anything_else_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome(capsys, "engines", "install", "gpt")[0] == 2


def test_a_test_shows_answer_and_time_of_those_that_are_ready(
    server: FakeServer, capsys: pytest.CaptureFixture[str]
) -> None:
    server.on("POST /api/chat", Answer(200, {"message": {"content": "A veranda.\n\x1b[31m"}, "done": True}))
    code, out, _ = outcome(capsys, "engines", "--test", "--engine", "ollama", "--json")
    (engine,) = json.loads(out)["engines"]
    assert (code, engine["test"]["answer"]) == (0, "A veranda.")


def test_a_test_without_an_answer_says_why_and_fails(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.on("POST /api/chat", Answer(500, {"error": "out of memory"}))
    code, out, err = outcome(capsys, "engines", "--test", "--engine", "ollama")
    assert code == 1
    assert "no answer after" in out
    assert "out of memory" in out
    assert "Asking Ollama qwen3:4b ..." in err


def test_a_test_of_nothing_says_what_was_looked_for(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.on("GET /api/tags", Answer(200, {"models": []}))
    code, _, err = outcome(capsys, "engines", "--test", "--engine", "ollama")
    assert code == 3
    assert "ollama: no model" in err


def test_what_is_set_reaches_the_engine(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = outcome(capsys, "engines", "--engine", "ollama", "--set", "ollama.model=other", "--json")
    assert json.loads(out)["engines"][0]["state"] == "no model"
