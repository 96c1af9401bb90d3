"""What many tests stand on: the table of template.yaml on moto, and a workspace in it."""

import os
import signal
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto import mock_aws

from engawa import nodes
from engawa.table import Table
from engawa.workspace import Workspace
from local import folder, template
from local.dynamodb import Emulator
from makers import AWS, NOW, WORKSPACE_ID

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session", autouse=True)
def ctrl_c_is_heard() -> None:
    """Of what a shell starts in the background it is ignored, and so of all that is started from there."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def aws() -> Iterator[Table]:
    """One mock for the session: starting it costs more than a test."""
    before = dict(os.environ)
    os.environ.update(AWS)
    with mock_aws():
        yield Table.from_environment(os.environ)
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture(scope="session")
def client(aws: Table) -> Iterator[Any]:
    made = boto3.client("dynamodb")
    yield made
    made.close()


@pytest.fixture(scope="session")
def schema() -> Mapping[str, Any]:
    (wanted,) = template.read(ROOT / "template.yaml", {}).tables
    return wanted.schema


@pytest.fixture
def table(aws: Table, client: Any, schema: Mapping[str, Any]) -> Iterator[Table]:
    """The deployment's own table, empty."""
    client.create_table(TableName=AWS["TABLE_NAME"], **schema)
    yield aws
    client.delete_table(TableName=AWS["TABLE_NAME"])


@pytest.fixture
def workspace(table: Table) -> Workspace:
    """A workspace with nothing in it but its own node."""
    made = Workspace(table, WORKSPACE_ID)
    nodes.found(made, "Aoki's team", NOW)
    return made


@pytest.fixture(scope="session")
def endpoint() -> Iterator[str]:
    """A running emulator, whose conditional writes have exactly one winner; moto's do not."""
    with folder.opened(None) as opened, Emulator(opened, os.environ) as emulator:
        emulator.wait()
        yield emulator.endpoint


@contextmanager
def connected(endpoint: str) -> Iterator[Any]:
    keys = {"aws_access_key_id": "test", "aws_secret_access_key": "test", "region_name": "us-east-1"}
    with closing(boto3.session.Session().client("dynamodb", endpoint_url=endpoint, **keys)) as client:
        yield client


@pytest.fixture
def team(endpoint: str, schema: Mapping[str, Any]) -> Iterator[Workspace]:
    """A workspace on the emulator."""
    with connected(endpoint) as client:
        client.create_table(TableName="team", **schema)
        made = Workspace(Table(client, "team"), WORKSPACE_ID)
        nodes.found(made, "Aoki's team", NOW)
        yield made
        client.delete_table(TableName="team")


@pytest.fixture
def elsewhere(team: Workspace, endpoint: str) -> Iterator[Workspace]:
    """The same workspace, by another client."""
    with connected(endpoint) as client:
        yield Workspace(Table(client, "team"), team.id)
