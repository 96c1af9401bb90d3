"""The routes of template.yaml, with what their functions say of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from pydantic import BaseModel

from engawa import api
from local import template
from tools.openapi import ROOT


@dataclass(frozen=True)
class Route:
    """`key` is as API Gateway writes it, `folder` the function's, `name` that of the Python function that serves it."""

    key: str
    folder: str
    name: str
    scope: str | None
    body: type[BaseModel] | None

    @property
    def method(self) -> str:
        return self.key.split(" ")[0].lower()

    @property
    def path(self) -> str:
        return self.key.split(" ")[1]


@cache
def every() -> tuple[Route, ...]:
    """In the order of the template."""
    described = template.read(ROOT / "template.yaml", {})
    folders = {name: function.folder for name, function in described.functions.items()}
    return tuple(_route(folders[route.function], route.key) for route in described.routes if route.path)


def _route(folder: Path, key: str) -> Route:
    registered = _registered(folder)[key]
    return Route(key, folder.name, registered.serve.__name__, registered.scope, registered.body)


@cache
def _registered(folder: Path) -> Mapping[str, api.Route]:
    spec = spec_from_file_location(f"{folder.name}_routes", folder / "app.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return {route.key: route for route in module.api.routes}
