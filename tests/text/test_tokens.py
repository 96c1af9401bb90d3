"""The tokens of a text, estimated."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engawa_text import tokens


@pytest.mark.parametrize(
    ("text", "estimated"), [("", 0), ("a", 1), ("abc", 2), ("x" * 300, 115), ("あ" * 100, 115), ("🚀", 2)]
)
def test_it_is_a_third_of_the_bytes_and_fifteen_percent(text: str, estimated: int) -> None:
    assert tokens.estimate(text) == estimated


@given(st.text(st.characters(codec=None)))
def test_it_is_never_more_than_the_bytes_and_halves_of_pairs_are_no_error(text: str) -> None:
    assert min(len(text), 1) <= tokens.estimate(text) <= tokens.size(text)


@given(st.lists(st.text()))
def test_the_sum_of_lines_is_an_upper_bound(lines: list[str]) -> None:
    assert tokens.estimate("".join(lines)) <= sum(tokens.estimate(line) for line in lines)


@pytest.mark.parametrize(("room", "largest"), [(-1, 0), (0, 0), (1, 1), (7, 7), (99, 20)])
def test_the_largest_that_fits_is_found(room: int, largest: int) -> None:
    assert tokens.largest(lambda number: "x" * number, 20, room, len) == largest


def test_it_is_found_in_few_steps() -> None:
    asked: list[int] = []
    tokens.largest(lambda number: "x" * number, 1_000_000, 4000, lambda text: asked.append(1) or len(text))
    assert len(asked) <= 20
