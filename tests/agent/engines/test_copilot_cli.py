"""Copilot CLI, by a program of its name that writes down how it was called."""

import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from engawa_agent.config import EngineSettings
from engawa_agent.engines.copilot_cli import FLAGS, CopilotCli
from engawa_agent.errors import Cancelled, EngineError
from tests.agent.makers import a_request, a_settings, no_progress, until_ready
from tests.agent.test_processes import is_gone

FAKE = """#!{python}
import json, os, subprocess, sys, time
from pathlib import Path
if sys.argv[1:] == ["--version"]:
    print("GitHub Copilot CLI 1.0.102.\\nRun 'copilot update' to check for updates.")
    sys.exit()
home = Path(os.environ["COPILOT_HOME"])
seen = {{
    "argv": sys.argv[1:], "env": dict(os.environ), "cwd": os.getcwd(), "files": os.listdir("."),
    "mode": oct(os.stat("..").st_mode & 0o777), "stdin": sys.stdin.read(),
    "home": {{f.name: f.read_text() for f in home.iterdir()}},
}}
Path({record!r}).write_text(json.dumps(seen))
{then}
"""
LEAVES = (
    "import subprocess; c = subprocess.Popen(['sleep', '60']); Path({pid!r}).write_text(str(c.pid)); time.sleep(60)"
)


class Rig:
    """A folder with a fake `copilot`, and what it saw."""

    def __init__(
        self, folder: Path, then: str = "print('- Price')", settings: EngineSettings | None = None, **environ: str
    ) -> None:
        self.folder, self.record = folder, folder / "seen.json"
        program = folder / "bin" / "copilot"
        program.parent.mkdir()
        program.write_text(FAKE.format(python=sys.executable, record=str(self.record), then=then))
        program.chmod(0o755)
        path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
        around = {"PATH": path, "HOME": str(folder), "GH_TOKEN": "ghp_abcdefgh1234", **environ}
        self.engine = CopilotCli(settings or a_settings("copilot-cli"), around)

    def run(self, cancel: threading.Event | None = None, **fields: Any) -> str:
        return self.engine.run(a_request(**fields), cancel or threading.Event(), no_progress).text

    @property
    def seen(self) -> dict[str, Any]:
        seen: dict[str, Any] = json.loads(self.record.read_text())
        return seen

    def failure(self) -> EngineError:
        with pytest.raises(EngineError) as error:
            self.run()
        return error.value


def test_the_exact_flags_and_the_prompt_by_stdin(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    assert rig.run(context="- secret plan") == "- Price"
    assert rig.seen["argv"] == list(FLAGS)
    assert rig.seen["stdin"] == a_request(context="- secret plan").text()


def test_it_runs_in_a_fresh_empty_private_folder_that_is_gone_afterwards(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.run()
    place = Path(rig.seen["cwd"])
    assert (rig.seen["files"], rig.seen["mode"]) == ([], "0o700")
    assert rig.seen["env"]["COPILOT_HOME"].startswith(str(place.parent))
    assert not place.parent.exists()


def test_the_environment_is_from_an_allow_list(tmp_path: Path) -> None:
    rig = Rig(
        tmp_path,
        COPILOT_ALLOW_ALL="true",
        OPENAI_API_KEY="sk-x",
        ENGAWA_TOKEN="eng_agent_x",
        NODE_OPTIONS="--require evil",
        COPILOT_PROVIDER_API_KEY_COMMAND="evil",
        COPILOT_MODEL="m",
    )
    rig.run()
    allowed = {"PATH", "HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "COPILOT_HOME", "COPILOT_PKG_CACHE_HOME"}
    own = {"GH_TOKEN", "COPILOT_MODEL"}
    by_the_system = {"LC_CTYPE", "__CF_USER_TEXT_ENCODING"}
    assert set(rig.seen["env"]) - by_the_system == allowed | own


def test_of_its_own_settings_the_login_alone_is_carried_over(tmp_path: Path) -> None:
    (tmp_path / ".copilot").mkdir()
    config = {"copilotTokens": {"a": "t"}, "loggedInUsers": ["a"], "mcpServers": {"x": 1}, "trustedFolders": ["/"]}
    (tmp_path / ".copilot" / "config.json").write_text(f"// managed\n{json.dumps(config)}")
    rig = Rig(tmp_path, GH_TOKEN="")
    assert rig.engine.check().usable
    rig.run()
    kept = json.loads(rig.seen["home"]["config.json"])
    assert kept == {"copilotTokens": {"a": "t"}, "loggedInUsers": ["a"]}


def test_a_schema_is_told_in_words(tmp_path: Path) -> None:
    rig = Rig(tmp_path)
    rig.run(response_schema={"type": "array"})
    assert rig.seen["stdin"].endswith('JSON Schema:\n{"type": "array"}')


def test_its_check_gives_the_version_as_label(tmp_path: Path) -> None:
    engine = Rig(tmp_path, COPILOT_MODEL="gpt-x").engine
    assert engine.check().usable
    assert engine.label == "GitHub Copilot CLI 1.0.102 gpt-x"


def test_without_a_login_it_is_not_signed_in(tmp_path: Path) -> None:
    check = Rig(tmp_path, GH_TOKEN="").engine.check()
    assert (check.usable, check.state) == (False, "not signed in")


@pytest.mark.parametrize("config", ["", "[]", '{"loggedInUsers": ["a"]}'])
def test_a_login_without_its_token_is_none(tmp_path: Path, config: str) -> None:
    (tmp_path / ".copilot").mkdir()
    (tmp_path / ".copilot" / "config.json").write_text(config)
    assert Rig(tmp_path, GH_TOKEN="").engine.check().state == "not signed in"


def test_without_the_command_it_is_not_installed(tmp_path: Path) -> None:
    engine = CopilotCli(environ={"PATH": str(tmp_path)})
    assert engine.check().state == "not installed"
    with pytest.raises(EngineError, match="no command"):
        engine.run(a_request(), threading.Event(), no_progress)


@pytest.mark.parametrize(
    ("stderr", "code", "retryable"),
    [
        ("Error: No authentication information found.", "not_signed_in", False),
        ("You have exceeded your quota", "out_of_quota", False),
        ("socket hang up", "engine_failed", True),
    ],
)
def test_its_failures_are_told_apart(tmp_path: Path, stderr: str, code: str, retryable: bool) -> None:
    error = Rig(tmp_path, f"sys.stderr.write({stderr!r}); sys.exit(1)").failure()
    assert (error.code, error.retryable) == (code, retryable)
    assert stderr in error.message


def test_its_token_never_stands_in_an_error(tmp_path: Path) -> None:
    error = Rig(tmp_path, "sys.stderr.write('bad ' + os.environ['GH_TOKEN']); sys.exit(1)").failure()
    assert error.message == "Copilot ended with 1: bad ***"


def test_a_cancel_ends_its_grandchildren(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    rig, cancel = Rig(tmp_path, LEAVES.format(pid=str(pid))), threading.Event()
    threading.Thread(target=cancel_when, args=(cancel, pid)).start()
    with pytest.raises(Cancelled):
        rig.run(cancel)
    assert is_gone(int(pid.read_text()))


def cancel_when(cancel: threading.Event, there: Path) -> None:
    until_ready(there.exists)
    cancel.set()


def test_its_model_and_its_time_are_as_its_owner_has_set_them(tmp_path: Path) -> None:
    rig = Rig(tmp_path, "import time; time.sleep(30)", a_settings("copilot-cli", model="gpt-9", timeout=0.5))
    assert rig.failure().code == "silent"
    assert rig.seen["env"]["COPILOT_MODEL"] == "gpt-9"
