"""The template's functions, in this process."""

import importlib.util
import sys
import traceback
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from local.cloudformation import ACCOUNT, REGION
from local.template import Function
from local.trouble import Trouble

Handler = Callable[[Any, Any], Any]


class Crashed(Exception):
    """A function raised; its traceback has been printed."""


@dataclass(frozen=True)
class Context:
    """Lambda's context object, as far as a call on this machine has one."""

    function_name: str
    aws_request_id: str = field(default_factory=lambda: str(uuid.uuid4()))
    function_version: str = "$LATEST"
    memory_limit_in_mb: int = 512
    log_group_name: str = "local"
    log_stream_name: str = "local"

    @property
    def invoked_function_arn(self) -> str:
        """In the form of a real one."""
        return f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{self.function_name}"

    def get_remaining_time_in_millis(self) -> int:
        """Nothing is timed here, so always the same."""
        return 29_000


class Functions:
    """The loaded functions, by logical id; each may be called from many threads at once."""

    def __init__(self, handlers: Mapping[str, Handler]) -> None:
        self._handlers = handlers

    def call(self, name: str, event: Any, context: Context | None = None) -> Any:
        """What the function `name` returns for `event`. Raises Crashed."""
        try:
            return self._handlers[name](event, context or Context(name))
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            raise Crashed(f"{type(error).__name__}: {error}") from error


def load(functions: Iterable[Function], imports: Iterable[Path]) -> Functions:
    """Imports each function with the layers' folders in front of the path. Raises Trouble."""
    # In front even where the path has them already: an installed copy must not hide the layer.
    sys.path[:0] = [str(folder) for folder in imports if folder.is_dir()]
    return Functions({function.name: _handler(function) for function in functions})


def _handler(function: Function) -> Handler:
    module_name, _, attribute = function.handler.rpartition(".")
    path = function.folder / f"{module_name}.py"
    # Every one of them calls its module "app".
    spec = importlib.util.spec_from_file_location(f"function_{function.name}", path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise Trouble(f"{function.name} should be at {path}, and there is nothing.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    handler: Handler | None = getattr(module, attribute, None)
    if handler is None:
        raise Trouble(f"{path} has no {attribute}.")
    return handler
