"""Finding engines, their order, and keeping a broken one from hiding the others."""

import threading
from importlib.metadata import EntryPoint

import pytest

from engawa_agent.config import Config, Setting
from engawa_agent.engines import Check
from engawa_agent.engines.roster import GROUP, check_all, load, no_engine, ordered, run
from engawa_agent.errors import EngineError, Stop
from tests.agent.makers import AnEngine, a_request, no_progress


def a_point(name: str, value: str = "tests.agent.makers:AnEngine") -> EntryPoint:
    return EntryPoint(name, value, GROUP)


class Dead(AnEngine):
    def check(self) -> Check:
        raise OSError("disk on fire")


def test_the_installed_engines_come_in_their_order_without_the_mock() -> None:
    known = ["copilot-cli", "ollama", "openai-compatible", "anthropic", "gemini", "embedded"]
    assert [engine.id for engine in load()] == known


def test_others_engines_come_before_the_embedded_one() -> None:
    names = ["mock", "embedded", "zebra", "ollama", "copilot-cli", "apple-ai"]
    assert ordered(names) == ["copilot-cli", "apple-ai", "ollama", "zebra", "embedded", "mock"]


def test_named_engines_come_as_they_were_named() -> None:
    assert [engine.id for engine in load(["mock", "ollama", "mock"])] == ["mock", "ollama"]


def test_an_unknown_name_lists_those_there_are() -> None:
    with pytest.raises(Stop, match=r"llama: there is no such engine.*ollama") as stop:
        load(["llama"])
    assert stop.value.exit_code == 2


def test_one_that_cannot_be_loaded_hides_no_other() -> None:
    engines = load(points=[a_point("broken", "no.such.module:X"), a_point("good")])
    checked = check_all(engines)
    assert [(one.check.usable, one.check.state) for one in checked] == [(False, "broken"), (True, "ready")]
    assert "no.such" in checked[0].check.reason or "No module" in checked[0].check.reason


def test_one_that_cannot_be_loaded_cannot_be_run() -> None:
    (broken,) = load(points=[a_point("broken", "no.such.module:X")])
    with pytest.raises(EngineError):
        run(broken, a_request(), threading.Event(), no_progress)


def test_one_whose_check_breaks_hides_no_other() -> None:
    assert [one.check.state for one in check_all([Dead(), AnEngine()])] == ["broken", "ready"]


def test_no_engine_points_to_the_embedded_one() -> None:
    embedded = AnEngine(id="embedded")
    embedded.usable = False
    assert "engawa engines install embedded" in no_engine(check_all([embedded])).hint


def test_no_engine_of_those_named_points_to_their_own_way() -> None:
    off = AnEngine(id="ollama")
    off.usable = False
    assert no_engine(check_all([off])).hint == "switch it on"


def test_an_engine_that_takes_settings_is_made_with_its_owners() -> None:
    config = Config(engines={"openai-compatible": {"url": Setting("http://127.0.0.1:9/v1", "config.toml")}})
    (engine,) = load(["openai-compatible"], config)
    assert engine.check().state == "not running"


def test_those_that_their_owner_puts_first_come_first() -> None:
    ids = [engine.id for engine in load(config=Config(order=Setting(("gemini", "ollama"), "config.toml")))]
    assert ids[:3] == ["gemini", "ollama", "copilot-cli"]
