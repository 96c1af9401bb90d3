"""Which engines are at work, and when they are looked at again."""

import pytest

from engawa_agent.errors import Exit, Stop
from tests.agent.makers import AnEngine, Said, a_lineup

LATER = 301.0


def test_the_named_engine_is_chosen_else_the_first() -> None:
    first, second = AnEngine(id="first"), AnEngine(id="second")
    lineup = a_lineup(Said(), first, second)
    assert [lineup.choose(name) for name in ("second", "first", "", "unknown")] == [second, first, first, first]


def test_runners_are_those_that_work() -> None:
    off = AnEngine(id="off")
    off.usable = False
    lineup = a_lineup(Said(), off, AnEngine(id="on"))
    assert lineup.runners() == [{"id": "on", "label": "Test engine on"}]


def test_no_engine_at_all_says_which_it_looked_for() -> None:
    off = AnEngine(id="off")
    off.usable = False
    with pytest.raises(Stop, match="off: ready - it is switched off") as stop:
        a_lineup(Said(), off)
    assert (stop.value.exit_code, stop.value.code) == (Exit.NO_ENGINE, "E_NO_ENGINE")


def test_a_change_is_noticed_and_said() -> None:
    said, engine, other = Said(), AnEngine(id="a"), AnEngine(id="b")
    lineup = a_lineup(said, engine, other)
    other.usable = False
    assert not lineup.refresh(10.0)
    assert lineup.refresh(LATER)
    assert said.names == ["engines", "engines"]


def test_nothing_new_is_nothing_to_say() -> None:
    said = Said()
    assert not a_lineup(said, AnEngine()).refresh(LATER)
    assert said.names == ["engines"]


def test_after_a_failure_it_looks_sooner() -> None:
    engine, other = AnEngine(id="a"), AnEngine(id="b")
    lineup = a_lineup(Said(), engine, other)
    engine.usable = False
    lineup.doubt()
    assert not lineup.refresh(1.0)
    assert lineup.refresh(12.0)
    assert lineup.choose("a") is other
