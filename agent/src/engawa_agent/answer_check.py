"""Whether an answer that should be JSON is, and fits its schema; what is wrong is said so that a model can mend it."""

from collections.abc import Mapping
from typing import Any

from engawa_text import replies

LONGEST = 300


def complaint(text: str, schema: Mapping[str, Any] | None) -> str | None:
    """What is wrong with an answer, None if nothing is."""
    value = replies.parse(text)
    if value is None:
        return "no JSON"
    return _misfit(value, schema) if schema else None


def _misfit(value: object, schema: Mapping[str, Any]) -> str | None:
    """Only where a JSON answer is due: it takes 60 ms to import.

    The schema comes with the job, so it is not trusted: nothing that it names is fetched, none of its patterns is run
    (one can take for ever), and a schema that is none finds nothing wrong.
    """
    from jsonschema import Draft202012Validator, exceptions, validators
    from referencing import Registry

    extend: Any = validators.extend  # has no types
    checker = extend(Draft202012Validator, {"pattern": _pass, "patternProperties": _pass})
    validator = checker(dict(schema), registry=Registry())
    try:
        error = exceptions.best_match(validator.iter_errors(value))
    except Exception:  # noqa: BLE001  of the schema; the library has no root for its errors
        return None
    return f"{error.json_path}: {error.message}"[:LONGEST] if error else None


def _pass(*_: object) -> None:
    """Nothing to object."""
