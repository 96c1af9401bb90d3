"""The stack of a small deployment, from its start to its end."""

import json
import os
import socket
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest

from local import folder, stack, template
from local.founding import Founding
from local.product import Product
from tests.local.small import a_deployment


@pytest.fixture(autouse=True)
def own_environment() -> Iterator[None]:
    """A stack is a process of its own; here it must not leave its variables to the next test."""
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)


def a_product(workspace: str = "first") -> Product:
    return Product(check=lambda: None, found=lambda: Founding(workspace, {"member": "m"}))


def get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=10) as response:
        return json.load(response)


def items() -> Any:
    return boto3.resource("dynamodb").Table("Things")


def test_it_answers_by_the_template(tmp_path: Path) -> None:
    small = template.read(a_deployment(tmp_path), {})
    with folder.opened(None) as opened, stack.running(small, opened, 0, a_product()) as (server, ground):
        assert get(f"{server.url}/api/echo/7")["pathParameters"] == {"id": "7"}
        assert ground.founding.workspaceId == "first"
        assert os.environ["TABLE_NAME"] == "Things"
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", server.server_port)) != 0


def test_what_was_written_is_found_again_at_the_next_start(tmp_path: Path) -> None:
    small, data = template.read(a_deployment(tmp_path), {}), tmp_path / "data"
    with folder.opened(data) as opened, stack.running(small, opened, 0, a_product()):
        items().put_item(Item={"pk": "kept", "n": 1})
    with (
        folder.opened(data) as opened,
        stack.running(small, opened, 0, a_product("second")) as (_, ground),
    ):
        assert items().get_item(Key={"pk": "kept"})["Item"]["n"] == 1
        assert ground.founding.workspaceId == "first"


def test_one_function_needs_no_server(tmp_path: Path) -> None:
    small = template.read(a_deployment(tmp_path), {})
    with (
        folder.opened(None) as opened,
        stack.grounded(small, [small.function("echo")], opened, a_product()) as ground,
    ):
        result = ground.functions.call("EchoFunction", {"rawPath": "/"})
    assert json.loads(result["body"]) == {"rawPath": "/"}
