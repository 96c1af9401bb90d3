"""`engawa config`: what is set, where each value comes from, and no secret."""

import json
from pathlib import Path
from typing import Any

import pytest

from engawa_agent import config, keys
from tests.agent.makers import outcome

WHOLE = """
order = ["ollama"]
[engines.ollama]
model = "qwen3"
stop = ["END", "###"]
temperature = false
[engines.ollama.body]
top_k = 20
api_key = "marker-1"
headers = { Authorization = "Bearer marker-2" }
[engines.theirs]
token = "marker-3"
url = "http://me:marker-4@127.0.0.1/"
fallback = ["sk-marker-5-long-enough"]
since = 2026-11-29
"""


@pytest.fixture(autouse=True)
def written() -> None:
    write(WHOLE)


def write(text: str) -> Path:
    file = config.place({})
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def document(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:
    code, out, err = outcome(capsys, "config", "--json", *more)
    assert (code, err) == (0, "")
    read: dict[str, Any] = json.loads(out)
    return read


def lines(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, list[str]]:
    _, out, _ = outcome(capsys, "config", *more)
    split = [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in out.splitlines()]
    return {cells[0]: cells[1:] for cells in split if cells}


def test_each_value_is_shown_with_its_source(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENGAWA_OLLAMA_WINDOW", "4096")
    shown = lines(capsys, "--set", "openai-compatible.model=m")
    assert shown["order"] == ["ollama", "config.toml"]
    assert shown["timeout"] == ["600", "default"]
    assert shown["ollama.stop"] == ["END, ###", "config.toml"]
    assert shown["ollama.temperature"] == ["none", "config.toml"]
    assert shown["ollama.window"] == ["4096", "ENGAWA_OLLAMA_WINDOW"]
    assert shown["openai-compatible.model"] == ["m", "--set openai-compatible.model"]
    assert shown["theirs.since"] == ['"2026-11-29"', "config.toml"]
    assert str(config.place({})) in "".join(shown)


def test_with_json_it_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    read = document(capsys, "--set", "timeout=30")
    assert (read["schema"], read["file"]) == (1, {"path": str(config.place({})), "exists": True})
    settings = {(row["engine"], row["name"]): (row["value"], row["source"]) for row in read["settings"]}
    assert settings[None, "order"] == (["ollama"], "config.toml")
    assert settings[None, "timeout"] == (30.0, "--set timeout")
    assert settings["ollama", "temperature"] == (None, "config.toml")
    assert settings["ollama", "body"][0]["top_k"] == 20
    assert read["keys"] == []


@pytest.mark.parametrize("form", [[], ["--json"]], ids=["table", "json"])
def test_no_secret_is_shown(
    form: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENGAWA_GEMINI_KEY", "marker-6")
    keys.here().keep("anthropic", "marker-7")
    code, out, err = outcome(capsys, "config", *form)
    assert (code, "marker" in out + err) == (0, False)
    assert out.count("***") == 5


def test_a_key_is_set_or_cannot_be_used(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    place = keys.here().keep("anthropic", "k")
    keys.here().keep("theirs", "k").file.chmod(0o644)
    monkeypatch.setenv("ENGAWA_GEMINI_KEY", "of two")
    shown = lines(capsys)
    assert shown["anthropic.key"] == ["set", str(place.file)]
    assert shown["gemini.key"][0] == shown["theirs.key"][0] == "cannot be used"
    told = {row["engine"]: row for row in document(capsys)["keys"]}
    assert told["anthropic"] == {"engine": "anthropic", "usable": True, "source": str(place.file), "trouble": None}
    assert "chmod 600" in told["theirs"]["trouble"]
    assert not told["gemini"]["usable"]


def test_without_a_file_that_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    config.place({}).unlink()
    shown = lines(capsys)
    assert shown["order"] == ["the agent's own", "default"]
    assert "(there is none)" in next(cells for name, cells in shown.items() if name.startswith("File:"))
    assert document(capsys)["file"]["exists"] is False


def test_what_is_wrong_ends_it_and_names_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    file = write("a =\n")
    code, out, err = outcome(capsys, "config")
    assert (code, out) == (2, "")
    assert "(at line 1, column 4)" in err
    assert f"Mend {file}" in err
    assert "E_CONFIG" in err


def test_help_lists_every_setting_and_engine(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = outcome(capsys, "config", "--help")
    assert all(word in out for word in ("max_tokens", "key_file", "threads", "openai-compatible", "apple-ai"))


def test_control_characters_do_not_reach_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    write('[engines.theirs]\nnote = "a\\u001b[2Jb"\n')
    assert "\x1b" not in outcome(capsys, "config")[1]
