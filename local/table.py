"""The tables of the template, created once."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from typing import TYPE_CHECKING

from local.template import Table

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def ensure_all(tables: Iterable[Table], endpoint: str) -> bool:
    """Creates those that are not there; whether there was one. Credentials come from the environment."""
    # The slowest import of all: only now, so that the emulator starts meanwhile.
    import boto3

    with closing(boto3.client("dynamodb", endpoint_url=endpoint)) as dynamodb:
        return True in [ensure(dynamodb, table) for table in tables]


def ensure(dynamodb: DynamoDBClient, table: Table) -> bool:
    """Creates `table` unless it is there; whether it had to."""
    try:
        dynamodb.create_table(TableName=table.name, **table.schema)
    except dynamodb.exceptions.ResourceInUseException:
        return False
    if table.expiry:
        dynamodb.update_time_to_live(
            TableName=table.name,
            TimeToLiveSpecification={"AttributeName": table.expiry, "Enabled": True},
        )
    return True
