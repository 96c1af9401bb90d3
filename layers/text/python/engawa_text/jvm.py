"""Values as the Java runtime prints, narrows and tests them: profile `seed` was fixed on it."""

import math
from decimal import Decimal

_INT_MAX = 2**31 - 1


def text(value: object) -> str:
    """`toString` of a decoded JSON value: `true`, `1.0E7`, `[a, null]`, `{id=u1}`.

    A stack instead of recursion: what people store may be nested deeper than Python's own limit.
    """
    printed: list[str] = []
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            printed.append(item)
        elif isinstance(item, dict):
            waiting += reversed(_map_parts(item))
        elif isinstance(item, list):
            waiting += reversed(["[", *_separated([[each] for each in item]), "]"])
        else:
            printed.append(_scalar(item))
    return "".join(printed)


def narrowed(number: int | float) -> int:
    """`Number.toInt()`: whole numbers keep their low 32 bits, doubles stop at the ends of the range."""
    if isinstance(number, int):
        return (number + 2**31) % 2**32 - 2**31
    if math.isnan(number):
        return 0
    return int(max(-_INT_MAX - 1, min(_INT_MAX, number)))


def is_blank(text: str) -> bool:
    """Kotlin's `isBlank`: like `str.isspace`, but NEL (U+0085) is no white space to `Character.isWhitespace`."""
    return not text or (text.isspace() and "\x85" not in text)


def _map_parts(mapping: dict[object, object]) -> list[object]:
    return ["{", *_separated([[_key(key), "=", value] for key, value in mapping.items()]), "}"]


def _key(key: object) -> str:
    return key if isinstance(key, str) else _scalar(key)


def _separated(groups: list[list[object]]) -> list[object]:
    return [part for number, group in enumerate(groups) for part in ([", ", *group] if number else group)]


def _scalar(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _double(value)
    return str(value)


def _double(value: float) -> str:
    """`Double.toString`: plain from 1e-3 to 1e7, else with an exponent; always a digit after the point."""
    if math.isnan(value):
        return "NaN"
    sign = "-" if math.copysign(1, value) < 0 else ""
    return sign + _magnitude(abs(value))


def _magnitude(value: float) -> str:
    if math.isinf(value):
        return "Infinity"
    digits, exponent = _digits(value)
    if value == 0 or 1e-3 <= value < 1e7:
        return _plain(digits, exponent)
    return f"{digits[0]}.{digits[1:] or '0'}E{exponent}"


def _digits(value: float) -> tuple[str, int]:
    """The shortest digits that read back as `value`, and the power of ten of the first of them.

    Of one-digit results Java prints the nearest with two: 4.9E-324, where the shortest is 5e-324.
    """
    shortest = Decimal(repr(value)).normalize()
    if len(shortest.as_tuple().digits) == 1:
        shortest = Decimal(f"{value:.1e}").normalize()
    return "".join(map(str, shortest.as_tuple().digits)), shortest.adjusted()


def _plain(digits: str, exponent: int) -> str:
    if exponent < 0:
        return "0." + "0" * (-exponent - 1) + digits
    digits = digits.ljust(exponent + 2, "0")
    return f"{digits[: exponent + 1]}.{digits[exponent + 1 :]}"
