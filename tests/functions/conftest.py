"""Functions as Lambda calls them: app.py's handler, with the files in events/."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engawa import nodes, tokens
from engawa.table import Table
from engawa.workspace import Workspace
from makers import NOW, WORKSPACE_ID

ROOT = Path(__file__).parents[2]


@cache
def app(name: str) -> ModuleType:
    spec = spec_from_file_location(f"{name}_app", ROOT / "functions" / name / "app.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def sample(name: str) -> dict[str, Any]:
    event: dict[str, Any] = json.loads((ROOT / "events" / f"{name}.json").read_text(encoding="utf-8"))
    return event


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    text: str | None

    @property
    def json(self) -> Any:
        return json.loads(self.text or "null")

    @property
    def error(self) -> tuple[str, str]:
        return self.json["error"]["code"], self.json["error"]["message"]


# Where the folder is not called as the path's segment after /api.
FOLDERS = dict.fromkeys(("workspace", "health", "edges"), "nodes") | dict.fromkeys(
    ("tokens", "pairing", "socket"), "access"
)


@dataclass(frozen=True)
class Functions:
    """Calls the function that has a route, with its sample event changed as the test wants."""

    def __call__(self, name: str, **changes: Any) -> Reply:
        event = sample(name)
        if "body" in changes and not isinstance(changes["body"], str | None):
            changes["body"] = json.dumps(changes["body"])
        path = changes.pop("path", None)
        if path:
            event["requestContext"]["http"]["path"] = path
            changes["rawPath"] = path
        folder = FOLDERS.get(_segment(name), _segment(name))
        answer = app(folder).lambda_handler({**event, **changes}, None)
        return Reply(answer["statusCode"], answer["headers"], answer.get("body"))


def _segment(name: str) -> str:
    return name.split("-api-")[1].split("-")[0] if "-api-" in name else "console"


Call = Callable[..., Reply]


@pytest.fixture
def call(table: Table) -> Call:
    """A workspace whose tokens are those of the sample events."""
    nodes.found(Workspace(table, WORKSPACE_ID), "Aoki's team", NOW)
    admit_samples(table)
    return Functions()


def admit_samples(table: Table) -> None:
    """The sample events' tokens, as if never used. The functions go by the real clock."""
    a_while_ago = datetime.now(UTC) - timedelta(hours=2)
    for name in ("get-api-workspace", "post-api-agent-heartbeat", "get-api-tokens"):
        token = sample(name)["headers"]["authorization"].removeprefix("Bearer ")
        tokens.store(Workspace(table, WORKSPACE_ID), token, "sample", a_while_ago)
