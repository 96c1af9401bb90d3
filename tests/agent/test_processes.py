"""Commands that behave badly: nothing of them is left."""

import os
import sys
import threading
import time
from pathlib import Path

import pytest

from engawa_agent.errors import Cancelled, EngineError
from engawa_agent.processes import Command, run
from tests.agent.makers import until_ready

# Starts a grandchild that would live for a minute and writes down its pid.
WITH_GRANDCHILD = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", {grandchild!r}])
open("pid", "w").write(str(child.pid))
{then}
"""
SLEEPS = "import time; time.sleep(60)"
IGNORES_TERM = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"


def python(folder: Path, program: str, **fields: object) -> Command:
    return Command([sys.executable, "-c", program], folder, {"PATH": os.environ["PATH"]}, **fields)  # type: ignore[arg-type]


def is_gone(pid: int) -> bool:
    """Gone, or dead and only waiting to be reaped by whoever is init here."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def cancelled_when(ready: Path) -> threading.Event:
    """An event that is set once a file has something in it."""
    event = threading.Event()

    def watch() -> None:
        until_ready(lambda: ready.exists() and ready.read_text() != "")
        event.set()

    threading.Thread(target=watch, daemon=True).start()
    return event


def test_the_prompt_goes_in_by_stdin_and_the_answer_comes_out(tmp_path: Path) -> None:
    echo = python(tmp_path, "import sys; print(sys.stdin.read().upper())", stdin="héllo " * 50_000)
    ended = run(echo, threading.Event())
    assert (ended.code, ended.out) == (0, "HÉLLO " * 50_000 + "\n")


def test_exit_code_and_stderr_are_told(tmp_path: Path) -> None:
    ended = run(python(tmp_path, "import sys; sys.stderr.write('no'); sys.exit(3)"), threading.Event())
    assert (ended.code, ended.err) == (3, "no")


def test_a_command_that_reads_nothing_is_no_error(tmp_path: Path) -> None:
    assert run(python(tmp_path, "print(1)", stdin="x" * 1_000_000), threading.Event()).out == "1\n"


@pytest.mark.parametrize("grandchild", [SLEEPS, IGNORES_TERM], ids=["asked", "killed"])
def test_a_cancel_ends_the_grandchildren_within_two_seconds(tmp_path: Path, grandchild: str) -> None:
    program = WITH_GRANDCHILD.format(grandchild=grandchild, then=IGNORES_TERM)
    cancel = cancelled_when(tmp_path / "pid")
    with pytest.raises(Cancelled):
        run(python(tmp_path, program), cancel)
    assert is_gone(int((tmp_path / "pid").read_text()))


def test_a_grandchild_left_behind_is_ended_too(tmp_path: Path) -> None:
    program = WITH_GRANDCHILD.format(grandchild=SLEEPS, then="print('done')")
    assert run(python(tmp_path, program), threading.Event()).out == "done\n"
    assert is_gone(int((tmp_path / "pid").read_text()))


def test_the_time_limit_ends_it(tmp_path: Path) -> None:
    started = time.monotonic()
    with pytest.raises(EngineError) as error:
        run(python(tmp_path, SLEEPS, seconds=0.3), threading.Event())
    assert (error.value.code, error.value.retryable) == ("silent", True)
    assert time.monotonic() - started < 10


def test_the_output_limit_ends_it(tmp_path: Path) -> None:
    with pytest.raises(EngineError) as error:
        run(python(tmp_path, "while True: print('x' * 1000)", output_limit=10_000), threading.Event())
    assert (error.value.code, error.value.retryable) == ("output_limit", False)


def test_a_command_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(EngineError) as error:
        run(Command([str(tmp_path / "none")], tmp_path, {}), threading.Event())
    assert error.value.code == "not_installed"


def test_it_sees_only_the_environment_it_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "x")
    ended = run(python(tmp_path, "import os; print(sorted(os.environ))"), threading.Event())
    assert "SECRET" not in ended.out
