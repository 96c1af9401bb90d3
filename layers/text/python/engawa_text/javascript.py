"""Values and white space as JavaScript has them: the reply parser and the prompt were fixed on it."""

import math
from collections.abc import Iterator
from decimal import Decimal

# `\s` and `trim`: with U+FEFF, and without U+001C-U+001F and U+0085, which Python's own `\s` holds.
SPACE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)


def truthy(value: object) -> bool:
    """False for null, false, 0, NaN and ""; an empty array or object is true."""
    if isinstance(value, (list, dict)):
        return True
    return bool(value) and value == value


def text(value: object) -> str:
    """`String(value)` of a decoded JSON value: `3`, `a,,1`, `[object Object]`."""
    if isinstance(value, list):
        return ",".join(_leaves(value))
    return _scalar(value)


def number(literal: str) -> int | float | None:
    """The double a JSON number stands for, as `JSON.stringify` would write it again.

    Whole ones come as int (12345678901234567890 as 12345678901234567000); beyond the range: None.
    """
    value = float(literal)
    if math.isinf(value):
        return None
    if value.is_integer() and abs(value) < 1e21:
        return int(Decimal(repr(value)))
    return value


def _leaves(array: list[object]) -> Iterator[str]:
    """What `join` prints, in order: null is empty, and so is an array without items."""
    waiting: list[object] = [array]
    while waiting:
        item = waiting.pop()
        if isinstance(item, list) and item:
            waiting += reversed(item)
        else:
            yield "" if item is None or item == [] else _scalar(item)


def _scalar(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return _number_text(value)
    return value if isinstance(value, str) else "[object Object]"


def _number_text(value: int | float) -> str:
    try:
        double = float(value)
    except OverflowError:
        return "Infinity" if value > 0 else "-Infinity"
    if math.isnan(double):
        return "NaN"
    if math.isinf(double):
        return "Infinity" if double > 0 else "-Infinity"
    return _finite_text(Decimal(repr(double)).normalize())


def _finite_text(value: Decimal) -> str:
    """Plain from 1e-6 up to 1e21, else with a signed exponent (`1e+21`)."""
    if not value:
        return "0"
    if -6 <= value.adjusted() < 21:
        return f"{value:f}"
    mantissa, exponent = f"{value:e}".split("e")
    return f"{mantissa}e{int(exponent):+d}"
