"""What JavaScript makes of values."""

import pytest

from engawa_text import javascript


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (3, "3"),
        (3.0, "3"),
        (-0.0, "0"),
        (0.1, "0.1"),
        (1e-6, "0.000001"),
        (1e-7, "1e-7"),
        (1.5e21, "1.5e+21"),
        (10**20, "100000000000000000000"),
        (10**400, "Infinity"),
        (float("nan"), "NaN"),
        (True, "true"),
        ({"a": 1}, "[object Object]"),
        (["a", None, 1], "a,,1"),
        ([[], [1, [2]], {}], ",1,2,[object Object]"),
        ([], ""),
    ],
)
def test_values_print_as_javascript_prints_them(value: object, printed: str) -> None:
    assert javascript.text(value) == printed


def test_empty_arrays_and_objects_are_true() -> None:
    assert all(map(javascript.truthy, ["0", " ", [], {}, 1, True]))
    assert not any(map(javascript.truthy, [None, False, 0, 0.0, "", float("nan")]))


@pytest.mark.parametrize(
    ("literal", "number"),
    [("1.0", 1), ("1e3", 1000), ("0.5", 0.5), ("12345678901234567890", 12345678901234567000), ("1e400", None)],
)
def test_numbers_are_doubles(literal: str, number: object) -> None:
    found = javascript.number(literal)
    assert (found, type(found)) == (number, type(number))
