"""Every way in, found in template.yaml and in the resolvers, and the request of its sample event."""

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args

from pydantic import BaseModel

from engawa.api import Route
from local import template

from .conftest import ROOT, app, sample

Event = dict[str, Any]
DESCRIBED = template.read(ROOT / "template.yaml", {})
FOLDERS = sorted({DESCRIBED.functions[route.function].folder.name for route in DESCRIBED.routes})
SERVED = {route.key: (folder, route) for folder in FOLDERS for route in app(folder).api.routes}
KEYS = sorted({route.key for route in DESCRIBED.routes if route.path} | set(SERVED))
# What an id looks like. Which field holds one is read off the sample events.
FORMS = {
    "thing": re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    "token": re.compile(r"[0-9a-f]{16}"),
    "code": re.compile(r"[A-Z]{4}-?[A-Z]{4}(?P<rest>\.\w+)?"),
}


@dataclass(frozen=True)
class Place:
    """Where a request holds an id: `where` leads there, from "path", "query" or "body" on."""

    where: tuple[str | int, ...]
    form: str
    value: str

    def __str__(self) -> str:
        return ".".join(map(str, self.where))


def folder_of(key: str) -> str:
    return SERVED[key][0]


def route_of(key: str) -> Route:
    route: Route = SERVED[key][1]
    return route


def guarded() -> list[str]:
    return [key for key in KEYS if route_of(key).scope is not None]


def open_to_all() -> list[str]:
    return [key for key in KEYS if route_of(key).scope is None]


def request(key: str) -> Event:
    """The sample event of a route: `GET /api/nodes/{id}` is get-api-nodes-id."""
    return sample(re.sub(r"[^a-z-]", "", key.lower().replace(" ", "").replace("/", "-")))


def kind_of(key: str) -> str:
    """The kind of token that the sample comes with, which has the scope."""
    return str(request(key)["headers"]["authorization"].split("_")[1])


def places(key: str) -> list[Place]:
    event = request(key)
    parts = {"path": event.get("pathParameters"), "query": event.get("queryStringParameters"), "body": _body(event)}
    return [place for name, part in parts.items() for place in _within(part, (name,))]


def _within(value: Any, where: tuple[str | int, ...]) -> Iterator[Place]:
    if isinstance(value, dict | list):
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _within(inner, (*where, step))
    elif isinstance(value, str):
        yield from (Place(where, form, value) for form, looks in FORMS.items() if looks.fullmatch(value))


def with_id(key: str, place: Place, some_id: str) -> Event:
    """The sample with another id in that place; of a code that carries a secret the secret stays."""
    found = FORMS[place.form].fullmatch(place.value)
    value = some_id + ((found.groupdict().get("rest") or "") if found else "")
    if place.where[0] == "path":
        return _at_path(request(key), place.value, value)
    return with_field(request(key), place.where, value)


def with_field(event: Event, where: tuple[str | int, ...], value: Any) -> Event:
    """`event` with a field of its query or its body set."""
    changed = copy.deepcopy(event)
    if where[0] == "query":
        changed["queryStringParameters"] = (changed.get("queryStringParameters") or {}) | {str(where[1]): value}
        return changed
    body = _body(changed) or {}
    inner: Any = body
    for step in where[1:-1]:
        inner = inner[step]
    inner[where[-1]] = value
    return {**changed, "body": json.dumps(body)}


def _at_path(event: Event, before: str, value: str) -> Event:
    changed = copy.deepcopy(event)
    changed["rawPath"] = changed["requestContext"]["http"]["path"] = event["rawPath"].replace(before, value)
    changed["pathParameters"] = dict.fromkeys(event["pathParameters"], value)
    return changed


def _body(event: Event) -> Any:
    return json.loads(event["body"]) if event.get("body") else None


def with_header(event: Event, authorization: str | None) -> Event:
    others = {name: value for name, value in event["headers"].items() if name != "authorization"}
    return {**event, "headers": others | ({"authorization": authorization} if authorization is not None else {})}


def naming_a_workspace(key: str, workspace_id: str) -> dict[str, Event]:
    """The request with a `workspaceId` wherever the route looks at one: the query, the body, a list in the body."""
    event, model = request(key), route_of(key).body
    found = {"query": with_field(event, ("query", "workspaceId"), workspace_id)}
    if model is not None:
        found["body"] = with_field(event, ("body", "workspaceId"), workspace_id)
        for name in _lists_of_the_workspace(model):
            found[name] = with_field(event, ("body", name, 0, "workspaceId"), workspace_id)
    return found


def _lists_of_the_workspace(model: type[BaseModel]) -> list[str]:
    """The fields that hold a list of things with a `workspaceId` of their own."""
    inner = {name: get_args(field.annotation) for name, field in model.model_fields.items()}
    models = {name: kind for name, kinds in inner.items() for kind in kinds if isinstance(kind, type)}
    return [name for name, kind in models.items() if issubclass(kind, BaseModel) and "workspaceId" in kind.model_fields]
