"""What the agent's tests are made of: a job, a request, an engine, a link, and the command as a process."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from engawa_agent import claimed, cli
from engawa_agent.api import Api
from engawa_agent.claimed import Claimed
from engawa_agent.config import EngineSettings, Setting
from engawa_agent.engines import Check, Progress, Reply, Request
from engawa_agent.engines.roster import Checked
from engawa_agent.errors import Cancelled
from engawa_agent.keys import Key
from engawa_agent.lineup import Lineup
from engawa_agent.link import Link
from engawa_agent.report import Event, Report, State
from engawa_agent.spool import Spool
from tests.agent.fake_server import Answer

AGENT_TOKEN = "eng_agent_1_secretsecret_0"
MEMBER_TOKEN = "eng_member_1_secretsecret_0"
ADMIN_TOKEN = "eng_admin_1_secretsecret_0"
JOB_ID = "018f0000-0000-7000-8000-000000000001"
HEARTBEAT = "POST /api/agent/heartbeat"
CLAIM = "POST /api/agent/jobs/claim"
RENEW = f"POST /api/agent/jobs/{JOB_ID}/renew"
COMPLETE = f"POST /api/agent/jobs/{JOB_ID}/complete"
RELEASE = f"POST /api/agent/jobs/{JOB_ID}/release"


def a_job(**payload: Any) -> dict[str, Any]:
    """As a claim answers it."""
    words = {"instruction": "Summarize.", "prompt": "", "responseFormat": "text", "locale": "en", "runner": None}
    return {
        "id": JOB_ID,
        "type": "summarize_board",
        "status": "claimed",
        "payload": words | payload,
        "context": '# Board: Launch (1 items)\n\n## Items\n- [sticky:yellow] "Price"\n',
        "fence": 7,
        "leaseSeconds": 60,
        "renewSeconds": 20,
        "pollAfterMs": 2000,
    }


def a_claimed(**fields: Any) -> Claimed:
    """The same, as the agent reads it."""
    job = claimed.read(a_job() | fields)
    assert job is not None
    return job


def a_spool(folder: Path, said: "Said", server: str = "http://127.0.0.1:1") -> Spool:
    return Spool(folder / "spool", server, said.report)


def a_request(**fields: Any) -> Request:
    words: dict[str, Any] = {"instruction": "Summarize.", "context": "- a\n- b", "locale": "en", "seconds": 10.0}
    return Request(**words | fields)


def a_settings(engine: str, key: str = "", **values: Any) -> EngineSettings:
    """What an owner has set for an engine."""
    found = Key(key, "a test") if key else None
    return EngineSettings(
        engine, {name: Setting(value, "config.toml") for name, value in values.items()}, lambda: found
    )


class Said:
    """A report that remembers."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.states: list[State] = []
        self.report = Report(self.events.append, self.states.append)

    @property
    def names(self) -> list[str]:
        return [event.name for event in self.events]


class AnEngine:
    """Answers what it was given, one after the other; an exception is raised, None waits for the cancel."""

    def __init__(self, *answers: str | Exception | None, id: str = "test") -> None:
        self.id = id
        self.label = f"Test engine {id}"
        self.requests: list[Request] = []
        self.usable = True
        self._answers = list(answers)

    def check(self) -> Check:
        return Check(self.usable, "" if self.usable else "it is switched off", "switch it on", "ready")

    def run(self, request: Request, cancel: threading.Event, progress: Progress) -> Reply:
        self.requests.append(request)
        answer = self._answers.pop(0)
        if answer is None:
            cancel.wait(10)
            raise Cancelled
        if isinstance(answer, Exception):
            raise answer
        progress("writing", len(answer))
        return Reply(answer)


def a_link(api: Api, said: Said) -> Link:
    return Link(api, said.report, "agent-1")


def a_lineup(said: Said, *engines: Any) -> Lineup:
    def check() -> list[Checked]:
        return [Checked(engine, engine.check()) for engine in engines]

    return Lineup(check, said.report, machine="test-machine", now=0.0)


def no_progress(phase: str, amount: int) -> None:
    """For who does not care how far it is."""


def until_ready(condition: Callable[[], bool], seconds: float = 10.0) -> None:
    """Wait for something that another thread or process does."""
    stop = threading.Event()
    for _ in range(int(seconds * 100)):
        if condition():
            return
        stop.wait(0.01)
    raise AssertionError("it did not come about")


def a_head(status: str, **fields: Any) -> Answer:
    """A job as its app is told of it."""
    at = "2026-11-29T08:00:02.000000Z"
    head = {"id": JOB_ID, "type": "brainstorm", "status": status, "createdAt": at, "updatedAt": at}
    return Answer(200, {**head, **fields})


def outcome(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of the command, run in this process."""
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments)
    captured = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, captured.out, captured.err


def engawa(
    home: Path, *arguments: str, environ: Mapping[str, str] | None = None, **more: Any
) -> "subprocess.Popen[str]":
    """The real command as a process, with nothing of this machine's settings."""
    return subprocess.Popen(
        [sys.executable, "-m", "engawa_agent", *arguments],
        env={**_bare(home), **(environ or {})},
        stdout=more.pop("stdout", subprocess.PIPE),
        stderr=more.pop("stderr", subprocess.PIPE),
        stdin=more.pop("stdin", subprocess.DEVNULL),
        text=True,
        **more,
    )


def _bare(home: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "LANG") if name in os.environ}
    own = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"), str(home))
    return {**kept, **own, "TERM": "xterm", "ENGAWA_KEYRING": "off"}
