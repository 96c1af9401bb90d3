"""`engawa engines`: what there is and how to get more."""

import json

import pytest

from engawa_agent import installing
from tests.agent.fake_server import Answer, FakeServer
from tests.agent.makers import outcome


@pytest.fixture(autouse=True)
def only_ollama(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("OLLAMA_HOST", server.url)
    server.on("GET /api/tags", Answer(200, {"models": [{"name": "qwen3:4b"}]}))


def test_each_engine_has_its_state_in_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = outcome(capsys, "engines")
    assert code == 0
    lines = {line.split("  ")[0]: line for line in out.splitlines()}
    assert "Ollama qwen3:4b" in lines["ready"] or "Ollama qwen3:4b" in out
    assert "npm install -g @github/copilot" in lines["not installed"]
    assert "ENGAWA_OPENAI_URL" in lines["not configured"]
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
