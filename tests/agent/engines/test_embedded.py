"""The small real model, started, asked, cancelled and ended; and its absence."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engawa_agent.engines import Reply, embedded
from engawa_agent.engines.embedded import Embedded
from engawa_agent.engines.embedded_server import EmbeddedServer
from engawa_agent.engines.exchange import Server, call
from engawa_agent.errors import Cancelled, EngineError
from engawa_agent.providers.messages import Assistant, User
from tests.agent.makers import a_request, a_settings, until_ready
from tests.agent.test_processes import is_gone

INSTALLED = Embedded().check().usable
# In CI it has to be there: its absence fails instead of skipping.
real = pytest.mark.skipif(
    not INSTALLED and not os.environ.get("CI"), reason="the embedded model is not installed: make setup"
)
IDEAS = {"type": "array", "items": {"type": "string", "maxLength": 20}, "minItems": 2, "maxItems": 2}
OWNER = """
import sys, threading, time
from engawa_agent.engines.embedded import Embedded
engine = Embedded()
server = engine._running(threading.Event())
print(server._process.pid, flush=True)
time.sleep(60)
"""


@pytest.fixture(scope="module")
def engine() -> Iterator[Embedded]:
    made = Embedded()
    yield made
    made.close()


@real
def test_it_answers_json_by_a_schema_and_tells_how_far_it_is(engine: Embedded) -> None:
    seen: list[tuple[str, int]] = []
    request = a_request(response_format="json", response_schema=IDEAS, seconds=120.0)
    reply = engine.run(request, threading.Event(), lambda *step: seen.append(step))
    ideas = json.loads(reply.text)
    assert [type(idea) for idea in ideas] == [str, str]
    assert reply.usage["outputTokens"] > 0
    assert [phase for phase, _ in seen[:2]] == ["loading", "reading"]
    assert seen[-1][0] == "writing"
    assert seen[-1][1] >= len(reply.text)


def test_the_material_comes_before_the_task() -> None:
    prompt = embedded.material_first(a_request(instruction="Sum up.", context="- a", prompt="Briefly", locale="en"))
    assert prompt.turns == (User("---\n- a\n---\n\nSum up.\n\nUser request: Briefly"), Assistant("- "))


@pytest.mark.parametrize(
    ("text", "finish", "whole"), [("a\n- b", "stop", "- a\n- b"), ("a\n- b", "length", "- a"), ("a", "length", "- a")]
)
def test_a_line_that_broke_off_is_left_out(text: str, finish: str, whole: str) -> None:
    assert embedded.whole_lines(a_request(), Reply(text, {"finish": finish})) == whole


@real
def test_a_second_job_about_the_same_board_is_read_from_where_it_differs(engine: Embedded) -> None:
    board = "".join(f'- [sticky:yellow] "note {number}"\n' for number in range(40))
    first, second = (a_request(context=board, instruction=task, seconds=120.0) for task in ("Sum up.", "Name it."))
    engine.run(first, threading.Event(), lambda *_: None)
    reply = engine.run(second, threading.Event(), lambda *_: None)
    assert reply.usage["cachedTokens"] > reply.usage["inputTokens"] / 2


@real
def test_a_cancel_ends_a_long_read_at_once(engine: Embedded) -> None:
    cancel = threading.Event()
    long = a_request(context='- [sticky:yellow] "Price"\n' * 200, seconds=120.0)
    with pytest.raises(Cancelled):
        engine.run(long, cancel, lambda phase, _: cancel.set() if phase == "reading" else None)


@real
def test_its_port_is_guarded_by_a_key(engine: Embedded) -> None:
    server = engine._running(threading.Event())
    with pytest.raises(EngineError) as error:
        call(Server(server.http.url, "wrong"), "/v1/models")
    assert error.value.code == "not_signed_in"
    assert server.count("Hello world") > 1


@real
def test_it_dies_with_its_owner_even_when_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", OWNER], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        pid = int(owner.stdout.readline())
        assert not is_gone(pid)
        owner.send_signal(signal.SIGKILL)
    until_ready(lambda: is_gone(pid), 5)


def test_without_its_packages_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded, "PACKAGES", ("no-such-package",))
    check = Embedded().check()
    assert (check.state, check.how_to_get) == ("not installed", "engawa engines install embedded")


def test_a_child_that_dies_at_its_start_is_an_error(tmp_path: Path) -> None:
    server = EmbeddedServer.start(tmp_path / "none.gguf", 512, 1)
    with pytest.raises(EngineError, match="could not be started"):
        server.wait(threading.Event())
    server.close()


@pytest.mark.parametrize(("cores", "taken"), [(1, 1), (2, 1), (8, 2)])
def test_it_never_takes_all_cores(cores: int, taken: int) -> None:
    assert embedded.threads(cores) == taken


def test_unless_it_is_told_to() -> None:
    assert Embedded(a_settings("embedded", threads=4))._threads == 4


def test_nothing_is_started_by_a_check() -> None:
    checked = Embedded()
    checked.check()
    assert checked._server is None
