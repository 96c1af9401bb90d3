"""What the stack asks of the code that it runs: whether the environment will do, and a first workspace."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from local.founding import Founding
from local.trouble import Trouble

NAME = "Local workspace"


@dataclass(frozen=True)
class Product:
    """Both are called when the environment is set and the layers are on the path; `check` raises Trouble."""

    check: Callable[[], None]
    found: Callable[[], Founding]


def _check() -> None:
    from engawa import settings

    try:
        settings.read(os.environ)
    except ValueError as error:
        raise Trouble(str(error)) from error


def _found() -> Founding:
    from engawa import founding
    from engawa.table import Table

    founded = founding.found(Table.from_environment(os.environ), NAME, datetime.now(UTC))
    return Founding(founded.workspace_id, dict(founded.tokens))


ENGAWA = Product(_check, _found)
