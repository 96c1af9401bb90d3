"""Instants that sort."""

import pytest

from engawa_text.context.instants import Instant, created
from tests.text.making import a_node


def at(written: object) -> Instant:
    return created(a_node("n", "message", createdAt=written))


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("2026-11-29T08:00:00Z", "2026-11-29T08:00:00.000001Z"),
        ("2026-11-29T08:00:00.1Z", "2026-11-29T08:00:00.12Z"),
        ("2026-11-29T08:00:00.000000001Z", "2026-11-29T08:00:00.000000002Z"),
        ("2026-11-29T08:00:00+09:00", "2026-11-29T00:00:00Z"),
        ("2026-11-28T23:59:59Z", "2026-11-29T09:00:00+09:00"),
        ("yesterday", "2026-11-29T08:00:00Z"),
        (None, "0001-01-01T00:00:01Z"),
    ],
)
def test_instants_sort_by_time(earlier: object, later: object) -> None:
    assert at(earlier) < at(later)


def test_zeros_at_the_end_make_no_difference() -> None:
    assert at("2026-11-29T08:00:00Z") == at("2026-11-29T08:00:00.000000Z")


def test_what_is_no_instant_comes_first() -> None:
    assert at("2026-13-29T08:00:00Z") == at(5) == at("0001-01-01T00:00:00+09:00") == at(None)
