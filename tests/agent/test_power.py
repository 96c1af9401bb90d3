"""On battery or not, as different machines describe themselves."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engawa_agent.power import on_battery

NO_SUPPLIES = Path("no-such-folder")


def supply(folder: Path, name: str, **words: str) -> Path:
    (folder / name).mkdir(parents=True)
    for file, word in words.items():
        (folder / name / file).write_text(f"{word}\n")
    return folder


def a_battery(plugged: bool | None) -> Any:
    return lambda: SimpleNamespace(percent=50, power_plugged=plugged)


@pytest.mark.parametrize(("plugged", "answer"), [(True, False), (False, True), (None, None)])
def test_a_battery_says_whether_it_is_in_use(plugged: bool | None, answer: bool | None) -> None:
    assert on_battery(a_battery(plugged), NO_SUPPLIES) is answer


def test_without_a_battery_it_cannot_tell() -> None:
    assert on_battery(lambda: None, NO_SUPPLIES) is None


@pytest.mark.parametrize("error", [FileNotFoundError(), ValueError(), NotImplementedError(), AttributeError()])
def test_a_battery_that_cannot_be_read_is_none(error: Exception) -> None:
    def stumbles() -> Any:
        raise error

    assert on_battery(stumbles, NO_SUPPLIES) is None


def test_the_battery_of_a_mouse_is_not_the_machines(tmp_path: Path) -> None:
    supply(tmp_path, "hidpp_battery_0", type="Battery", scope="Device")
    assert on_battery(a_battery(False), tmp_path) is None


def test_a_laptops_battery_is(tmp_path: Path) -> None:
    supply(tmp_path, "AC", type="Mains")
    supply(tmp_path, "BAT0", type="Battery")
    assert on_battery(a_battery(False), tmp_path) is True


def test_this_machine_can_be_asked() -> None:
    assert on_battery() in (True, False, None)
