"""A scripted server for each test that asks for one, and no settings of whoever runs the tests."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engawa_agent.api import Api
from tests.agent.fake_server import FakeServer, fake_server
from tests.agent.makers import AGENT_TOKEN


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with fake_server() as made:
        yield made


@pytest.fixture
def api(server: FakeServer) -> Iterator[Api]:
    with closing(Api(server.url, AGENT_TOKEN)) as made:
        yield made


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `engawa login` saved on this machine, and where its engines are, must not reach a test."""
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("ENGAWA_KEYRING", "off")
    ours = [name for name in os.environ if name.startswith("ENGAWA_") and name != "ENGAWA_KEYRING"]
    for name in (*ours, "OLLAMA_HOST", "NO_COLOR", "ACCESSIBLE"):
        monkeypatch.delenv(name, raising=False)
