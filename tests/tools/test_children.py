"""Processes that do not outlive the one that started them."""

import os
import signal
import sys

import pytest

from tools.children import Child, Ending, Failed

SLEEP = "import time; time.sleep(60)"
STUBBORN = """
import signal, time
signal.signal(signal.SIGINT, lambda *_: signal.signal(signal.SIGINT, signal.SIG_DFL))
print("ready", flush=True)
while True:
    time.sleep(60)
"""


def a_child(program: str, piped: bool = False, ending: Ending = ((signal.SIGTERM, 30.0),)) -> Child:
    return Child("The child", [sys.executable, "-c", program], os.environ, piped=piped, ending=ending)


def test_it_ends_with_its_context() -> None:
    with a_child(SLEEP) as child:
        child.check()
    assert child.process.returncode == -signal.SIGTERM


def test_one_that_does_not_listen_is_told_again() -> None:
    with a_child(STUBBORN, piped=True, ending=((signal.SIGINT, 0.1), (signal.SIGINT, 30.0))) as child:
        assert child.line() == "ready\n"
    assert child.process.returncode == -signal.SIGINT


def test_one_that_cannot_be_told_is_killed() -> None:
    with a_child(SLEEP, ending=((signal.SIGCONT, 0.1),)) as child:
        pass
    assert child.process.returncode == -signal.SIGKILL


def test_one_that_ends_too_early_is_quoted() -> None:
    program = "import sys; sys.exit('No engine here.')"
    with a_child(program, piped=True) as child, pytest.raises(Failed, match=r"exit code 1\.\nNo engine here\."):
        child.line()
