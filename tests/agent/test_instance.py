"""Several agents of one user on one machine: their numbers, and what becomes of them."""

import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engawa_agent import instance, machine, mark, state
from engawa_agent.errors import Stop
from engawa_agent.instance import Facts, Instance
from engawa_agent.leftovers import Cleared
from tests.agent.instances import held
from tests.agent.test_processes import IGNORES_TERM, is_gone

NOW = datetime(2026, 11, 29, 8, 0, 2, tzinfo=UTC)
URL = "https://here.example"
SLEEPS = "import time; time.sleep(60)"


def asked(home: Path, how: instance.How) -> None:
    (facts,) = instance.running(home)
    instance.request_stop(home, facts, how)


def test_the_first_goes_by_the_machines_own_id(tmp_path: Path) -> None:
    with instance.take(tmp_path, URL, NOW) as mine:
        assert (mine.number, mine.agent_id) == (1, machine.agent_id(tmp_path))
        assert instance.running(tmp_path) == [Facts(1, os.getpid(), URL, "2026-11-29T08:00:02.000000Z")]


def test_a_second_is_another_agent_and_a_restart_is_the_same(tmp_path: Path) -> None:
    with instance.take(tmp_path, URL, NOW), instance.take(tmp_path, URL, NOW) as second:
        assert second.agent_id == f"{machine.agent_id(tmp_path)}-2"
    with instance.take(tmp_path, URL, NOW) as again:
        assert again.agent_id == machine.agent_id(tmp_path)


def test_nobody_runs_after_the_end(tmp_path: Path) -> None:
    with instance.take(tmp_path, URL, NOW):
        pass
    assert instance.running(tmp_path) == []


def test_two_processes_are_two_agents_and_a_kill_frees_the_number(tmp_path: Path) -> None:
    with held(tmp_path, child=SLEEPS) as first, held(tmp_path) as second:
        assert (first.number, second.number) == (1, 2)
        assert [one.pid for one in instance.running(tmp_path)] == [first.process.pid, second.process.pid]
        first.kill()
        assert not is_gone(first.child)  # it lives on, and does not hold the number
        assert [one.number for one in instance.running(tmp_path)] == [2]
        with instance.take(tmp_path, URL, NOW) as third:
            assert (third.number, third.agent_id) == (1, first.agent_id)


def test_what_a_killed_one_started_is_ended_by_the_next_whatever_its_number(tmp_path: Path) -> None:
    with held(tmp_path, child=SLEEPS) as alive, held(tmp_path, child=IGNORES_TERM) as killed:
        killed.kill()
        alive.kill()
        with held(tmp_path, child=SLEEPS) as again, instance.take(tmp_path, URL, NOW) as third:
            assert (again.number, third.number, third.cleared) == (1, 2, Cleared())
            assert (is_gone(alive.child), is_gone(killed.child), is_gone(again.child)) == (True, True, False)


def test_what_a_living_one_started_stays(tmp_path: Path) -> None:
    with held(tmp_path, child=SLEEPS) as alive, instance.take(tmp_path, URL, NOW) as mine:
        assert (mine.cleared, is_gone(alive.child)) == (Cleared(), False)


def test_a_killed_ones_folders_are_removed_from_where_it_had_them(tmp_path: Path) -> None:
    with held(tmp_path, TMPDIR=str(tmp_path)) as killed:
        folder = tmp_path / f"{mark.prefix(mark.of(tmp_path, machine.seed(tmp_path), 1))}cell"
        folder.mkdir()
        killed.kill()
        with instance.take(tmp_path, URL, NOW) as mine:
            assert (mine.cleared, folder.exists()) == (Cleared(folders=1), False)


def test_without_a_place_for_temporary_files_it_starts_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "gettempdir", nowhere)
    with instance.take(tmp_path, URL, NOW) as mine:
        assert mine.cleared == Cleared()


def nowhere() -> str:
    raise FileNotFoundError(2, "No usable temporary directory found")


def test_nothing_is_asked_at_first(tmp_path: Path) -> None:
    with instance.take(tmp_path, URL, NOW) as mine:
        assert mine.stop_requested() is None


def test_a_stop_may_become_more_urgent(tmp_path: Path) -> None:
    with instance.take(tmp_path, URL, NOW) as mine:
        asked(tmp_path, "stop")
        assert mine.stop_requested() == "stop"
        asked(tmp_path, "now")
        assert mine.stop_requested() == "now"


def test_an_old_request_is_not_for_the_next(tmp_path: Path) -> None:
    with instance.take(tmp_path, URL, NOW):
        asked(tmp_path, "now")
    with instance.take(tmp_path, URL, NOW) as mine:
        assert mine.stop_requested() is None


def test_a_request_for_whoever_had_the_number_before_is_none(tmp_path: Path) -> None:
    with instance.take(tmp_path, URL, NOW) as mine:
        instance.request_stop(tmp_path, Facts(1, os.getpid() + 1, URL, ""), "now")
        assert mine.stop_requested() is None


def test_a_damaged_request_is_none(tmp_path: Path) -> None:
    with instance.take(tmp_path, URL, NOW) as mine:
        (tmp_path / "run-1.stop").write_text("{")
        assert mine.stop_requested() is None


@pytest.mark.parametrize("content", ["", '{"schema": 9}', '{"schema": 1, "pid": "x"}'])
def test_one_with_a_damaged_description_still_runs_and_can_be_stopped(tmp_path: Path, content: str) -> None:
    with instance.take(tmp_path, URL, NOW) as mine:
        (tmp_path / "run-1.json").write_text(content)
        assert [(one.number, one.pid) for one in instance.running(tmp_path)] == [(1, None)]
        asked(tmp_path, "stop")
        assert mine.stop_requested() == "stop"


def test_one_that_runs_alone_knows_it_and_lets_none_start(tmp_path: Path) -> None:
    with ThreadPoolExecutor() as pool, instance.take(tmp_path, URL, NOW):
        with instance.alone(tmp_path) as alone:
            other = pool.submit(started, tmp_path)
            with pytest.raises(TimeoutError):
                other.result(0.2)
        assert (alone, other.result(10)) == (True, 2)


def started(home: Path) -> int:
    with instance.take(home, URL, NOW) as mine:
        return mine.number


def test_one_beside_another_is_not_alone(tmp_path: Path) -> None:
    with held(tmp_path), instance.take(tmp_path, URL, NOW), instance.alone(tmp_path) as alone:
        assert not alone


def test_other_files_are_nobody(tmp_path: Path) -> None:
    (tmp_path / "run-x.lock").write_text("")
    (tmp_path / "run-3.lock.old").write_text("")
    assert instance.running(tmp_path) == []


def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "run-1.lock").mkdir()
    with pytest.raises(Stop, match=r"run-1\.lock") as stop, instance.take(tmp_path, URL, NOW):
        pass
    assert stop.value.code == "E_STATE_FOLDER"


def test_it_runs_without_a_description_rather_than_not_at_all(tmp_path: Path) -> None:
    Instance(tmp_path, 1)  # its folder is there from an earlier time
    with instance.take(tmp_path, URL, NOW):
        state.write(tmp_path / "other.json")
        (tmp_path / "run-1.json").unlink()
        assert instance.running(tmp_path) == [Facts(1, None, "", "")]
