"""Access with nothing replaced: a machine is paired, approved elsewhere, works, and is put out."""

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.agent.makers import until_ready
from tools import engawa, stack
from tools.stack import Stack


@pytest.fixture(scope="module")
def team() -> Iterator[Stack]:
    with stack.started("--port", "0") as started:
        yield stack.ready(started)


@pytest.fixture
def machine(tmp_path: Path) -> dict[str, str]:
    """The environment on a machine that knows nothing yet, and has but the mock."""
    (tmp_path / "engawa").mkdir()
    (tmp_path / "engawa/policy.toml").write_text('engines = ["mock"]')
    own = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"), str(tmp_path))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ENGAWA_")}
    return {**kept, **own, "ENGAWA_KEYRING": "off"}


@contextmanager
def running(machine: Mapping[str, str], *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    command = [engawa.COMMAND, *arguments]
    with subprocess.Popen(command, env=machine, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def line(process: "subprocess.Popen[str]") -> dict[str, Any]:
    assert process.stdout is not None
    told: dict[str, Any] = json.loads(process.stdout.readline())
    return told


@pytest.mark.slow
def test_paired_approved_at_work_and_put_out(team: Stack, machine: dict[str, str]) -> None:
    member, admin = team.environment("member"), team.environment("admin")
    with running(machine, "pair", "--server", team.url, "--json") as pairing:
        code = line(pairing)["userCode"]
        approved = engawa.call("approve", code, "--yes", environment=member)
        paired = line(pairing)
        assert pairing.wait(10) == 0
    assert approved["pairing"]["engines"] == ["Mock (fixed answers)"]
    listed = engawa.call("token", "list", environment=admin)["tokens"]
    assert (paired["id"], "agent") in [(token["id"], token["kind"]) for token in listed]
    with running(machine, "run", "--json") as agent:
        until_ready(lambda: team.get("/api/ai/status")["agent"] == "online", seconds=30)
        asked = ("summarize_transcript", "--source-file", __file__, "--timeout", "60")
        job = engawa.call("ask", *asked, environment=member)["job"]
        engawa.call("token", "revoke", paired["id"], environment=admin)
        assert (job["engine"], agent.wait(60)) == ("mock", 4)
    gone = engawa.call("logout", environment=machine)["loggedOut"]
    assert [(one["id"], one["revoked"]) for one in gone] == [(paired["id"], True)]
