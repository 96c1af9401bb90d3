"""The OpenAPI document, assembled."""

import re
from typing import Any

from engawa import access
from tools.openapi import answers, links, models, parameters, refusals, routes, words
from tools.openapi.answers import Answer
from tools.openapi.routes import Route

Schema = dict[str, Any]

TOKEN: Schema = {
    "type": "http",
    "scheme": "bearer",
    "description": "`eng_<kind>_<id>_<secret>_<crc32>`. What a route needs is one scope, named in its `security`.",
}


def built() -> Schema:
    """The whole document, in OpenAPI 3.1."""
    every = routes.every()
    return {
        "openapi": "3.1.0",
        "info": {"title": "Engawa", "version": "1", "description": words.of_all()},
        # Relative: it describes whatever serves it.
        "servers": [{"url": "/"}],
        "tags": [{"name": name} for name in dict.fromkeys(route.folder for route in every)],
        "paths": {path: _item(path) for path in dict.fromkeys(route.path for route in every)},
        "components": {
            "securitySchemes": {"token": TOKEN},
            "schemas": {**models.schemas(every), "GatewayMessage": refusals.GATEWAY},
            "responses": dict(sorted(_refusals(every).items())),
        },
    }


def _item(path: str) -> Schema:
    return {route.method: operation(route) for route in routes.every() if route.path == path}


def operation(route: Route) -> Schema:
    """One route. Raises LookupError where something about it is not written down."""
    named = route.name.split("_")
    taken = parameters.of(route)
    return {
        "operationId": operation_id(route.name),
        "summary": " ".join(named).capitalize(),
        "description": words.of_routes()[route.key],
        "tags": [route.folder],
        **_security(route.scope),
        **({"parameters": taken} if taken else {}),
        **_body(route),
        "responses": _responses(route),
    }


def operation_id(name: str) -> str:
    """`list_nodes` as `listNodes`."""
    return re.sub("_(.)", lambda found: found[1].upper(), name)


def _security(scope: str | None) -> Schema:
    """For a scheme that is not OAuth2 the list holds roles, which is what a scope is here."""
    if scope is None:
        return {"security": []}
    kinds = [kind for kind, scopes in access.SCOPES.items() if scope in scopes]
    granted = [kind for kind, scopes in access.GRANTED.items() if scope in scopes]
    return {"security": [{"token": [scope]}], "x-scope": scope, "x-kinds": kinds, "x-granted": granted}


def _body(route: Route) -> Schema:
    """An absent body counts as an empty object."""
    if route.body is None:
        return {}
    needed = any(each.is_required() for each in route.body.model_fields.values())
    return {
        "requestBody": {
            "required": needed,
            "content": {"application/json": {"schema": models.reference(route.body)}},
        }
    }


def _responses(route: Route) -> Schema:
    good = {str(answer.status): _good(route, answer) for answer in answers.of(route.key)}
    return good | {str(status): {"$ref": _place(status, codes)} for status, codes in _codes(route).items()}


def _good(route: Route, answer: Answer) -> Schema:
    schema = answer.schema if answer.model is None else models.reference(answer.model)
    if answer.many:
        schema = {"type": "array", "items": schema}
    followed = links.of(route.key) if answer.status == 200 else {}
    return {
        "description": answer.says,
        **({"headers": dict(answer.headers)} if answer.headers else {}),
        **({"content": {answer.media: {"schema": schema}}} if schema else {}),
        **({"links": followed} if followed else {}),
    }


def _codes(route: Route) -> dict[int, list[str]]:
    return refusals.codes(refusals.kinds(route, parameters.can_be_wrong(route)))


def _place(status: int, codes: list[str]) -> str:
    return f"#/components/responses/{refusals.name(status, codes)}"


def _refusals(every: tuple[Route, ...]) -> Schema:
    given = [each for route in every for each in _codes(route).items()]
    return {refusals.name(status, codes): refusals.described(status, codes) for status, codes in given}
