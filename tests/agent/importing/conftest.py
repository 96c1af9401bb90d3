"""One server for each test, and the command line pointed to it."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engawa_agent import cli
from tests.agent.importing import board_server
from tests.agent.importing.board_server import Board


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def server() -> Iterator[Board]:
    with board_server.running() as board:
        yield board


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """`engawa ...` with nobody logged in and no server known."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("ENGAWA_TOKEN", "eng_member_t1_secret_crc")
    monkeypatch.delenv("ENGAWA_URL", raising=False)

    def engawa(*arguments: object) -> Ran:
        with pytest.raises(SystemExit) as left:
            cli.main([str(each) for each in arguments])
        return Ran(int(left.value.code or 0), *capsys.readouterr())

    return engawa


@pytest.fixture
def engawa(run: Run, server: Board) -> Run:
    """The same, with the server's address."""

    def with_server(command: str, *arguments: object) -> Ran:
        return run(command, *arguments, "--url", server.url)

    return with_server
