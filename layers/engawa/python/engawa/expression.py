"""Steps as DynamoDB's expressions: every name and value goes in by a placeholder."""

from typing import Any

from engawa.attributes import Typed, encode
from engawa.step import ABSENT, PRESENT, Clause, Step

Path = str | tuple[str, str]


class _Placeholders:
    """Hands out `#0`, `:0` and so on, and remembers what they stand for."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.values: dict[str, Typed] = {}

    def path(self, path: Path) -> str:
        parts = (path,) if isinstance(path, str) else path
        return ".".join(self.names.setdefault(part, f"#{len(self.names)}") for part in parts)

    def value(self, value: Any) -> str:
        name = f":{len(self.values)}"
        self.values[name] = encode(value)
        return name

    def request(self) -> dict[str, Any]:
        names = {placeholder: name for name, placeholder in self.names.items()}
        found = {"ExpressionAttributeNames": names, "ExpressionAttributeValues": self.values}
        return {key: value for key, value in found.items() if value}


def condition(clauses: tuple[Clause, ...]) -> dict[str, Any]:
    """A put's condition. The old item is asked for, so that a caller can recognise its own earlier write."""
    if not clauses:
        return {}
    held = _Placeholders()
    return {**_conditions(clauses, held), **held.request()}


def change(step: Step) -> dict[str, Any]:
    """An update's condition and its SET and REMOVE; what is set to None is removed."""
    held = _Placeholders()
    conditions = _conditions(step.must, held)
    sets = [f"{held.path(path)} = {held.value(new)}" for path, new in step.sets.items() if new is not None]
    gone = [path for path, new in step.sets.items() if new is None]
    removes = [held.path(path) for path in (*step.removes, *gone)]
    parts = [("SET ", sets), ("REMOVE ", removes)]
    update = " ".join(word + ", ".join(rows) for word, rows in parts if rows)
    return {"UpdateExpression": update, **conditions, **held.request()}


def _conditions(clauses: tuple[Clause, ...], held: _Placeholders) -> dict[str, Any]:
    if not clauses:
        return {}
    text = " AND ".join(_clause(clause, held) for clause in clauses)
    return {"ConditionExpression": text, "ReturnValuesOnConditionCheckFailure": "ALL_OLD"}


def _clause(clause: Clause, held: _Placeholders) -> str:
    name = held.path(clause.attribute)
    if clause.relation == ABSENT:
        return f"attribute_not_exists({name})"
    if clause.relation == PRESENT:
        return f"attribute_exists({name})"
    return f"{name} {clause.relation} {held.value(clause.value)}"
