"""`engawa pair`: what it shows, what it keeps, how it ends."""

import json
import os
import signal
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engawa_agent import keeping
from engawa_agent.api import Api
from engawa_agent.commands.pair import pair
from engawa_agent.errors import Stop
from engawa_agent.pairing import Asked
from tests.agent.fake_server import Answer, FakeServer, error, fake_server
from tests.agent.keyrings import installed
from tests.agent.makers import AGENT_TOKEN, engawa, outcome

START, POLL = "POST /api/pairing/start", "POST /api/pairing/poll"
STARTED = {"deviceCode": "BCDFGHJK.secret", "userCode": "BCDF-GHJK", "expiresIn": 600, "interval": 1}
GIVEN = {"token": AGENT_TOKEN, "id": "1", "name": "laptop", "workspaceId": "w", "scopes": ["agent:work"]}
PENDING = error(400, "authorization_pending")
ASKED = Asked("laptop", "aoki", ["Ollama qwen"])
ID = "0a" * 8

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def nobody(server: FakeServer) -> Iterator[Api]:
    """Without a token; the first answer is an approval."""
    approved(server)
    with closing(Api(server.url)) as made:
        yield made


def approved(server: FakeServer, **fields: Any) -> FakeServer:
    return server.on(START, Answer(200, STARTED)).on(POLL, Answer(200, GIVEN | fields))


def paired(api: Api, asked: Asked = ASKED, as_json: bool = False) -> None:
    """Without the pauses."""
    pair(api, keeping.here(), asked, as_json, clock=lambda: 0.0, sleep=lambda seconds: None)


def test_it_shows_a_code_and_a_whole_line_and_keeps_the_token(nobody: Api, capsys: Captured) -> None:
    paired(nobody)
    out, err = capsys.readouterr()
    assert f"engawa approve BCDF-GHJK --url {nobody.url}" in out.splitlines()
    assert (out.splitlines()[-1], err) == ("Next: engawa run", "")
    assert AGENT_TOKEN not in out
    here = keeping.here()
    assert (here.token(nobody.url, "agent"), here.saved().current) == (AGENT_TOKEN, nobody.url)
    assert stat.S_IMODE(here.path.stat().st_mode) == 0o600


def test_what_it_tells_the_server_it_shows_here_too(nobody: Api, server: FakeServer, capsys: Captured) -> None:
    paired(nobody)
    out = capsys.readouterr().out
    assert all(f" {words}\n" in out for words in ("laptop", "aoki", "Ollama qwen", nobody.url, "BCDF-GHJK"))
    assert server.asked(START) == [{"machine": "laptop", "user": "aoki", "engines": ["Ollama qwen"]}]


def test_without_an_engine_it_pairs_all_the_same(nobody: Api, capsys: Captured) -> None:
    paired(nobody, Asked("laptop", "aoki", []))
    assert "none yet (engawa engines" in capsys.readouterr().out


def test_with_json_each_line_is_a_document(nobody: Api, capsys: Captured) -> None:
    paired(nobody, as_json=True)
    out = capsys.readouterr().out
    shown, done = map(json.loads, out.splitlines())
    assert (shown["event"], shown["userCode"], shown["schema"]) == ("code", "BCDF-GHJK", 1)
    assert shown["approve"] == f"engawa approve BCDF-GHJK --url {nobody.url}"
    assert (done["event"], done["keptIn"], done["kind"]) == ("paired", "file", "agent")
    assert "secret" not in out


def test_what_more_was_granted_is_said(nobody: Api, server: FakeServer, capsys: Captured) -> None:
    approved(server, scopes=["agent:work", "nodes:read"])
    paired(nobody)
    assert "read its boards" in capsys.readouterr().out


def test_a_token_that_was_kept_before_is_named_with_the_way_to_end_it(nobody: Api, capsys: Captured) -> None:
    keeping.here().keep(nobody.url, "member", "m")
    keeping.here().keep(nobody.url, "agent", f"eng_agent_{ID}_secret_0")
    paired(nobody)
    assert f"engawa token revoke {ID} --url {nobody.url}\n" in capsys.readouterr().out
    assert keeping.here().saved().servers[nobody.url] == {"agent": AGENT_TOKEN, "member": "m"}


def test_refused_nothing_is_kept(nobody: Api, server: FakeServer) -> None:
    server.on(POLL, error(400, "access_denied"))
    with pytest.raises(Stop):
        paired(nobody)
    assert not keeping.here().path.exists()


def test_a_damaged_file_is_said_before_anybody_approves(nobody: Api, server: FakeServer) -> None:
    keeping.here().path.parent.mkdir(parents=True)
    keeping.here().path.write_text("{")
    with pytest.raises(Stop, match="cannot be read"):
        paired(nobody)
    assert server.seen == []


def test_nobody_there_is_exit_5(capsys: Captured) -> None:
    with fake_server() as server:
        pass
    only_the_mock(keeping.here().path.parent)
    code, _, err = outcome(capsys, "pair", "--server", server.url)
    assert (code, "E_SERVER_AWAY" in err) == (5, True)


def only_the_mock(folder: Path) -> None:
    """So that no engine of this machine is looked for."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "policy.toml").write_text('engines = ["mock"]')


def started(home: Path, server: FakeServer, **more: Any) -> "subprocess.Popen[str]":
    only_the_mock(home / "engawa")
    return engawa(home, "pair", "--url", server.url, **more)


def test_as_a_process_it_tells_its_engines_and_uses_the_keyring(tmp_path: Path, server: FakeServer) -> None:
    environ = {"ENGAWA_KEYRING": "on", "PYTHONPATH": installed(tmp_path / "packages")}
    out, err = started(tmp_path, approved(server), environ=environ).communicate(timeout=20)
    assert ("kept in the system's keyring (Test Keyring)" in out, err) == (True, "")
    assert server.asked(START)[0]["engines"] == ["Mock (fixed answers)"]
    assert json.loads((tmp_path / "engawa/login.json").read_text())["servers"] == {server.url: {"agent": None}}
    assert AGENT_TOKEN in (tmp_path / "packages/secrets.json").read_text()
    assert not any(ord(character) < 32 and character != "\n" for character in out)


def test_on_a_terminal_it_counts_down_and_ctrl_c_leaves_without_a_trace(tmp_path: Path, server: FakeServer) -> None:
    server.on(START, Answer(200, STARTED)).on(POLL, PENDING)
    ours, theirs = os.openpty()
    process = started(tmp_path, server, stdout=theirs, stderr=theirs)
    os.close(theirs)
    seen = b""
    while b"waiting for approval" not in seen:
        seen += os.read(ours, 4096)
    server.wait_for(POLL)
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 130
    assert " left" in (seen + os.read(ours, 4096)).decode()
    assert not (tmp_path / "engawa/login.json").exists()
    os.close(ours)
