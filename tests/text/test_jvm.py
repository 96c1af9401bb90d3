"""What Java makes of values."""

import pytest

from engawa_text import jvm


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (None, "null"),
        (True, "true"),
        (0, "0"),
        (12345678901234567890, "12345678901234567890"),
        (1.0, "1.0"),
        (-0.0, "-0.0"),
        (0.001, "0.001"),
        (0.00012, "1.2E-4"),
        (123456.789, "123456.789"),
        (9999999.0, "9999999.0"),
        (1e7, "1.0E7"),
        (1.5e300, "1.5E300"),
        (5e-324, "4.9E-324"),
        (float("-inf"), "-Infinity"),
        (float("nan"), "NaN"),
        ("a", "a"),
        ([], "[]"),
        (["a", None, [1]], "[a, null, [1]]"),
        ({"id": "u1", "on": {"x": [True]}}, "{id=u1, on={x=[true]}}"),
    ],
)
def test_values_print_as_java_prints_them(value: object, printed: str) -> None:
    assert jvm.text(value) == printed


def test_depth_is_no_matter() -> None:
    value: object = "x"
    for _ in range(10_000):
        value = [value]
    assert jvm.text(value) == "[" * 10_000 + "x" + "]" * 10_000


@pytest.mark.parametrize(
    ("number", "narrowed"),
    [(2.9, 2), (-2.9, -2), (2**32 + 2, 2), (2**31, -(2**31)), (1e10, 2**31 - 1), (float("nan"), 0)],
)
def test_numbers_narrow_to_32_bits(number: float, narrowed: int) -> None:
    assert jvm.narrowed(number) == narrowed


def test_nel_and_zero_width_spaces_are_not_blank() -> None:
    assert all(map(jvm.is_blank, ["", " ", "\u3000", "\x1c", "\u00a0\n"]))
    assert not any(map(jvm.is_blank, ["\x85", " \x85", "\u200b", "\ufeff", "\u180e", "a"]))
