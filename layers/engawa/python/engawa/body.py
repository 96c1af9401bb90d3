"""The body of a request: JSON that can be stored as it is, or a sentence about why not."""

import base64
import binascii
import json
import math
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from engawa.errors import Invalid, TooLarge, sentence
from engawa_text import units

MAX_BYTES = 4_000_000  # Lambda's 6 MB count the escaped text
MAX_DEPTH = 200


def read(event: Mapping[str, Any]) -> Any:
    """The decoded JSON of an HTTP event; None where there is no body. Lone surrogates become U+FFFD."""
    text = _text(event)
    if not text.strip():
        return None
    value = _decoded(text)
    if depth(value) > MAX_DEPTH:
        raise Invalid(f"body: is nested more than {MAX_DEPTH} levels deep.")
    return _whole(value) if "\\ud" in text.lower() else value


def modelled(model: type[BaseModel], content: Any) -> BaseModel:
    """A body that is absent counts as an empty object: clients send none where every field has a default."""
    try:
        return model.model_validate({} if content is None else content)
    except ValidationError as error:
        raise Invalid(sentence(error)) from None


def _text(event: Mapping[str, Any]) -> str:
    text = event.get("body") or ""
    if event.get("isBase64Encoded"):
        text = _from_base64(text)
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise TooLarge(f"body: is over {MAX_BYTES:,} bytes.")
    return _valid(text.removeprefix("\ufeff"))


def _valid(text: str) -> str:
    """An event may carry half a surrogate pair as it is, too."""
    return text if units.is_whole(text) else units.whole(text)


def _from_base64(text: str) -> str:
    try:
        return base64.b64decode(text, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        raise Invalid("body: is not UTF-8 text.") from None


def _decoded(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except RecursionError:
        raise Invalid(f"body: is nested more than {MAX_DEPTH} levels deep.") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Invalid(f"body: is not JSON: {error.msg} at {place}.") from None
    except ValueError as error:  # an integer of thousands of digits
        raise Invalid("body: holds a number that is too large.") from error


def _no_number(name: str) -> None:
    raise Invalid(f"body: holds {name}, which is no JSON number.")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise Invalid("body: holds a number that is too large.")
    return number


def depth(value: Any) -> int:
    """Levels of nesting, without recursion: what is being measured may be far too deep for it."""
    deepest, waiting = 0, [(value, 1)]
    while waiting:
        here, level = waiting.pop()
        deepest = max(deepest, level)
        inner = here.values() if isinstance(here, dict) else here if isinstance(here, list) else ()
        waiting += [(child, level + 1) for child in inner if isinstance(child, dict | list)]
    return deepest


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return units.whole(value)
    if isinstance(value, list):
        return [_whole(inner) for inner in value]
    if isinstance(value, dict):
        return {units.whole(key): _whole(inner) for key, inner in value.items()}
    return value
