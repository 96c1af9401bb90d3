"""What an earlier run has left: real processes and folders, and who of them is to go."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import psutil
import pytest

from engawa_agent import leftovers, mark
from engawa_agent.leftovers import Cleared
from tests.agent.makers import Said
from tests.agent.test_processes import is_gone

MARK, OTHER = "0123456789abcdef", "fedcba9876543210"
SLEEPS = "import time; print('ready', flush=True); time.sleep(60)"
IGNORES_TERM = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {SLEEPS}"
# A daemon of the old kind: its parent is gone, its group and session are its own.
LEAVES = f"import os; os.fork() and os._exit(0); os.setsid(); os.fork() and os._exit(0); {SLEEPS.replace('ready', '')}"
ON_TERM_STARTS_ANOTHER = f"""
import signal, subprocess, sys
def act(*_):
    child = subprocess.Popen([sys.executable, "-c", {IGNORES_TERM!r}], stdout=subprocess.PIPE)
    child.stdout.readline()
    sys.exit()
signal.signal(signal.SIGTERM, act)
{SLEEPS}
"""

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a program that carries a mark, and returns when it is ready."""
    with ExitStack() as stack:

        def started(program: str, word: str = MARK) -> "subprocess.Popen[str]":
            argv, environ = [sys.executable, "-c", program], {**os.environ, mark.VARIABLE: word}
            process = stack.enter_context(subprocess.Popen(argv, env=environ, stdout=subprocess.PIPE, text=True))
            stack.callback(process.kill)
            assert process.stdout is not None
            process.stdout.readline()
            return process

        yield started


def clear(*places: Path, spared: tuple[int, ...] = ()) -> Cleared:
    return leftovers.clear({MARK}, spared, places)


def carriers(word: str) -> list[int]:
    return [process.pid for process, environ in leftovers.processes() if mark.carried(environ) == word]


@pytest.mark.parametrize("program", [SLEEPS, IGNORES_TERM], ids=["asked", "killed"])
def test_what_carries_the_mark_is_ended(start: Start, program: str) -> None:
    process = start(program)
    assert clear() == Cleared(processes=1)
    assert is_gone(process.pid)


def test_one_that_left_its_group_and_its_parent_is_found(start: Start) -> None:
    start(LEAVES).wait(10)
    assert len(carriers(MARK)) == 1
    assert clear().processes == 1
    assert carriers(MARK) == []


def test_one_that_is_suspended_too(start: Start) -> None:
    process = start(SLEEPS)
    psutil.Process(process.pid).suspend()
    assert (clear().processes, is_gone(process.pid)) == (1, True)


def test_what_one_starts_as_it_is_ended_is_ended_too(start: Start) -> None:
    start(ON_TERM_STARTS_ANOTHER)
    assert clear().processes == 2
    assert carriers(MARK) == []


def test_another_runs_stay_and_whoever_is_spared(start: Start) -> None:
    other, spared = start(SLEEPS, OTHER), start(SLEEPS)
    assert clear(spared=(spared.pid,)) == Cleared()
    assert (other.poll(), spared.poll()) == (None, None)


def test_an_engawa_that_was_started_by_an_engine_spares_itself_and_its_parents(start: Start) -> None:
    nested = "from engawa_agent import leftovers; print(leftovers.clear({MARK}, leftovers.ourselves(), ()).processes)"
    shell = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {nested.replace('MARK', repr(MARK))!r}])"
    process = start(f"print('ready', flush=True); {shell}; print('alive')")
    assert process.stdout is not None
    assert process.stdout.read().split() == ["0", "alive"]


def test_folders_go_with_all_that_is_in_them(tmp_path: Path) -> None:
    for name in (f"engawa-{MARK}-a", f"engawa-{OTHER}-b", "engawa-c", "mine"):
        (tmp_path / name / "home").mkdir(parents=True)
    (tmp_path / f"engawa-{MARK}-a" / "home" / "login").write_text("secret")
    (tmp_path / f"engawa-{MARK}-a" / "home").chmod(0o500)
    assert clear(tmp_path, tmp_path / "none") == Cleared(folders=1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["engawa-c", f"engawa-{OTHER}-b", "mine"]


def test_a_link_is_not_followed_and_said(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir(mode=0o750)
    (tmp_path / f"engawa-{MARK}-a").symlink_to(tmp_path / "mine")
    cleared, said = clear(tmp_path), Said()
    cleared.tell(said.report)
    assert ((tmp_path / "mine").stat().st_mode & 0o777, cleared.folders) == (0o750, 0)
    assert f"engawa-{MARK}-a (Cannot call rmtree on a symbolic link)" in said.events[0].text


def test_it_is_told_in_one_line_and_only_if_there_was_something() -> None:
    said = Said()
    for cleared in (Cleared(), Cleared(processes=2, folders=1)):
        cleared.tell(said.report)
    (event,) = said.events
    text = "Cleared away what an earlier run had left: 2 processes, 1 folder."
    assert (event.name, event.text) == ("cleared", text)


def test_where_processes_cannot_be_looked_at_the_folders_go_all_the_same(tmp_path: Path) -> None:
    (tmp_path / f"engawa-{MARK}-a").mkdir()
    assert leftovers.clear({MARK}, (), [tmp_path], look=lambda: ()) == Cleared(folders=1)
