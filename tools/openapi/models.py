"""The schemas of bodies and answers, from their pydantic models."""

from collections.abc import Callable, Iterable
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from engawa import access, batch, contexts, data_map, node_types
from tools.openapi import answers
from tools.openapi.routes import Route

Schema = dict[str, Any]

REFERENCE = "#/components/schemas/{model}"
SCOPES = sorted({*sum(access.SCOPES.values(), ()), *sum(access.GRANTED.values(), ())})


def schemas(routes: Iterable[Route]) -> dict[str, Schema]:
    """By the model's name."""
    bodies = dict.fromkeys(route.body for route in routes if route.body)
    wanted: list[Any] = [(model, "validation") for model in bodies]
    wanted += [(model, "serialization") for model in answers.models()]
    _, made = models_json_schema(wanted, ref_template=REFERENCE)
    found: dict[str, Schema] = _untitled(made["$defs"])
    for name, complete in MORE.items():
        complete(found[name])
    return found


def reference(model: type[BaseModel]) -> Schema:
    return {"$ref": REFERENCE.format(model=model.__name__)}


def _untitled(schema: Any) -> Any:
    """Pydantic repeats each field's name as its title."""
    if isinstance(schema, dict):
        return {key: _untitled(inner) for key, inner in schema.items() if key != "title" or isinstance(inner, dict)}
    return [_untitled(inner) for inner in schema] if isinstance(schema, list) else schema


# What the code checks beyond its models.


def _data_of(limit: int) -> Callable[[Schema], None]:
    def complete(schema: Schema) -> None:
        keys = {"minLength": 1, "maxLength": data_map.MAX_KEY_BYTES}
        schema["properties"]["data"]["anyOf"][0] |= {"maxProperties": limit, "propertyNames": keys}

    return complete


def _node(schema: Schema) -> None:
    _data_of(data_map.MAX_KEYS)(schema)
    schema["properties"]["type"]["enum"] = list(node_types.NODE_TYPES)


def _batch(schema: Schema) -> None:
    schema["description"] += f" Together at most {batch.MAX_ITEMS}."
    for name in ("nodes", "edges"):
        schema["properties"][name]["maxItems"] = batch.MAX_ITEMS


def _context(schema: Schema) -> None:
    schema["properties"]["kind"]["enum"] = list(contexts.BUILDERS)


def _complete(schema: Schema) -> None:
    given = [{"required": [name], "properties": {name: {"type": "string"}}} for name in ("result", "error")]
    schema["oneOf"] = given


def _token(schema: Schema) -> None:
    schema["properties"]["scopes"]["anyOf"][0]["items"]["enum"] = SCOPES


MORE: dict[str, Callable[[Schema], None]] = {
    "NodeIn": _node,
    "NodePatch": _data_of(data_map.MAX_PATCH_KEYS),
    "EdgeIn": _data_of(data_map.MAX_KEYS),
    "BatchIn": _batch,
    "ContextIn": _context,
    "CompleteIn": _complete,
    "TokenIn": _token,
}
