"""What the local stack takes from template.yaml: functions, routes, CORS, schedules, environment and the table."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from local import cloudformation
from local.cloudformation import References
from local.trouble import Trouble
from local.values import Values

# What CreateTable takes; the rest of the resource (recovery, encryption, tags) has no meaning here.
SCHEMA = (
    "AttributeDefinitions",
    "KeySchema",
    "LocalSecondaryIndexes",
    "GlobalSecondaryIndexes",
    "BillingMode",
)
UNIT_SECONDS = {"minute": 60, "hour": 3600, "day": 86400}


@dataclass(frozen=True)
class Function:
    """One function: its logical id, its folder, `module.attribute` in it, its variables."""

    name: str
    folder: Path
    handler: str
    variables: Mapping[str, str]
    # The variables that name one of the stack's own resources: nobody else may set them.
    bound: frozenset[str]


@dataclass(frozen=True)
class Route:
    """One way in; without a path it is API Gateway's `$default`, which takes what no other route takes."""

    method: str
    path: str | None
    function: str

    @property
    def key(self) -> str:
        """As in the event's `routeKey`."""
        return f"{self.method} {self.path}" if self.path else "$default"


@dataclass(frozen=True)
class Schedule:
    """`function` is called every `seconds`."""

    name: str
    seconds: int
    function: str


@dataclass(frozen=True)
class Table:
    """A table's name here, CreateTable's arguments, and the attribute that holds an item's end, if any."""

    name: str
    schema: Mapping[str, Any]
    expiry: str | None


@dataclass(frozen=True)
class Template:
    """All that the local stack knows of the deployment."""

    functions: Mapping[str, Function]
    routes: tuple[Route, ...]
    schedules: tuple[Schedule, ...]
    tables: tuple[Table, ...]
    # The folders that layers add to a function's imports.
    imports: tuple[Path, ...]
    # Its CorsConfiguration, if it has one.
    cors: Any

    def function(self, name: str) -> Function:
        """By its logical id or its folder's name. Raises Trouble that lists what there is."""
        for function in self.functions.values():
            if name in (function.name, function.folder.name):
                return function
        known = ", ".join(function.folder.name for function in self.functions.values())
        raise Trouble(f"There is no function {name}; there are {known}.")


def read(path: Path, parameters: Mapping[str, str]) -> Template:
    """The template at `path`, `parameters` winning over its defaults. Raises Trouble."""
    document = cloudformation.load(path)
    references = References.of(document, parameters)
    functions = list(_of_type(document, "AWS::Serverless::Function"))
    layers = _of_type(document, "AWS::Serverless::LayerVersion")
    tables = _of_type(document, "AWS::DynamoDB::Table")
    shared = (document.get("Globals") or {}).get("Function") or {}
    return Template(
        functions={
            name: _function(path.parent, name, {**shared, **own}, shared, references) for name, own in functions
        },
        routes=tuple(route for name, own in functions for route in _routes(name, own)),
        schedules=tuple(schedule for name, own in functions for schedule in _schedules(name, own)),
        tables=tuple(_table(name, own) for name, own in tables),
        imports=tuple(path.parent / _required(name, own, "ContentUri") / "python" for name, own in layers),
        cors=_cors(document, Values.of_document(document, references)),
    )


def _of_type(document: Mapping[str, Any], kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, resource in document["Resources"].items():
        if isinstance(resource, dict) and resource.get("Type") == kind:
            yield name, resource.get("Properties") or {}


def _required(name: str, properties: Mapping[str, Any], key: str) -> Any:
    if key not in properties:
        raise Trouble(f"{name} in the template has no {key}.")
    return properties[key]


def _function(
    root: Path, name: str, properties: Mapping[str, Any], shared: Mapping[str, Any], references: References
) -> Function:
    variables = {**_variables(shared), **_variables(properties)}
    return Function(
        name=name,
        folder=root / _required(name, properties, "CodeUri"),
        handler=_required(name, properties, "Handler"),
        variables={key: references.text(value, f"{name}'s variable {key}") for key, value in variables.items()},
        bound=frozenset(key for key, value in variables.items() if references.names_resource(value)),
    )


def _variables(properties: Mapping[str, Any]) -> dict[str, Any]:
    return (properties.get("Environment") or {}).get("Variables") or {}


def _events(properties: Mapping[str, Any], *kinds: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, event in (properties.get("Events") or {}).items():
        if event.get("Type") in kinds:
            yield name, event.get("Properties") or {}


def _routes(function: str, properties: Mapping[str, Any]) -> Iterator[Route]:
    for _, event in _events(properties, "HttpApi"):
        yield Route(str(event.get("Method", "ANY")).upper(), event.get("Path"), function)


def _cors(document: Mapping[str, Any], values: Values) -> Any:
    for name, api in _of_type(document, "AWS::Serverless::HttpApi"):
        return values.of(api.get("CorsConfiguration"), f"{name}'s CORS")
    return None


def _schedules(function: str, properties: Mapping[str, Any]) -> Iterator[Schedule]:
    for name, event in _events(properties, "Schedule", "ScheduleV2"):
        key = "Schedule" if "Schedule" in event else "ScheduleExpression"
        yield Schedule(name, _seconds(function, str(_required(name, event, key))), function)


def _seconds(function: str, expression: str) -> int:
    rate = re.fullmatch(r"rate\((\d+) (minute|hour|day)s?\)", expression)
    if not rate:
        raise Trouble(f"{function} is scheduled by {expression}; the local stack keeps rate(...) only.")
    return int(rate[1]) * UNIT_SECONDS[rate[2]]


def _table(name: str, properties: Mapping[str, Any]) -> Table:
    schema = {key: properties[key] for key in SCHEMA if key in properties}
    expiry = properties.get("TimeToLiveSpecification") or {}
    return Table(name, schema, expiry.get("AttributeName") if expiry.get("Enabled") else None)
