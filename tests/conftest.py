"""What many tests stand on: the table of template.yaml on moto, and a workspace in it."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto import mock_aws

from engawa import nodes
from engawa.table import Table
from engawa.workspace import Workspace
from local import template
from makers import AWS, NOW, WORKSPACE_ID

ROOT = Path(__file__).parent.parent


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
