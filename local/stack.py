"""The whole stack: table, functions, schedule and server, started in order and stopped in reverse."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from local import cors, environment, founding, functions, schedule, table
from local.cors import Cors
from local.dynamodb import Emulator
from local.folder import Folder
from local.founding import Founding
from local.functions import Functions
from local.gateway import Gateway
from local.http import Respond, Server, serving
from local.product import Product
from local.routes import Routes
from local.template import Function, Template


@dataclass(frozen=True)
class Ground:
    """What every call stands on: the loaded functions, and the table with a workspace in it."""

    functions: Functions
    founding: Founding
    emulator: Emulator


@contextmanager
def grounded(template: Template, wanted: Iterable[Function], folder: Folder, product: Product) -> Iterator[Ground]:
    """The `wanted` functions with their table. Sets the environment of this process. Raises Trouble."""
    with Emulator(folder, os.environ) as emulator:
        os.environ.update(environment.variables(template.functions.values(), os.environ, emulator.endpoint))
        for name in environment.UNWANTED:
            os.environ.pop(name, None)
        # The imports take as long as the emulator's start, so they go side by side.
        loaded = functions.load(wanted, template.imports)
        product.check()
        emulator.wait()
        is_new = table.ensure_all(template.tables, emulator.endpoint)
        yield Ground(loaded, founding.kept(folder.path, is_new, product.found), emulator)


@contextmanager
def running(template: Template, folder: Folder, port: int, product: Product) -> Iterator[tuple[Server, Ground]]:
    """All of it, answering on `port` (0: a free one). Raises Trouble."""
    allowed = cors.of(template.cors)
    with (
        Server(port) as server,
        grounded(template, template.functions.values(), folder, product) as ground,
        schedule.ticking(template.schedules, ground.functions),
        serving(server, _respond(template, ground.functions, allowed)),
    ):
        yield server, ground


def _respond(template: Template, functions: Functions, allowed: Cors | None) -> Respond:
    respond = Gateway(Routes(template.routes), functions).respond
    return allowed.around(respond) if allowed else respond
