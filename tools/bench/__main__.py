"""`make bench`: how soon jobs start, what one costs the table, how the builders grow, how light the agent is."""

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import boto3

from local import folder, template
from local.dynamodb import Emulator
from tools.bench import ROOT, cadence, costs, growth, lightness


@contextmanager
def emulated() -> Iterator[Any]:
    """A client of an emulator that runs meanwhile."""
    keys: Any = {"aws_access_key_id": "test", "aws_secret_access_key": "test", "region_name": "us-east-1"}
    with folder.opened(None) as opened, Emulator(opened, os.environ) as emulator:
        emulator.wait()
        with closing(boto3.session.Session().client("dynamodb", endpoint_url=emulator.endpoint, **keys)) as client:
            yield client


def main() -> int:
    (table,) = template.read(ROOT / "template.yaml", {}).tables
    with emulated() as client:
        is_cheap = costs.shown(client, table.schema)
    print()
    is_linear = growth.shown()
    print()
    is_light = lightness.shown()
    print()
    is_calm = cadence.shown()
    return 0 if is_cheap and is_linear and is_light and is_calm else 1


if __name__ == "__main__":
    sys.exit(main())
