"""Where code stands in a text."""

import pytest

from engawa_text import fences

NO, F, W = fences.OUTSIDE, fences.FIRST, fences.WITHIN


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("a\n```py\n# x\n```\n# y", [NO, F, W, W, NO]),
        ("~~~\n```\n~~~", [F, W, W]),
        ("````\n```\n````", [F, W, W]),
        ("  ```\n  x\n  ```", [F, W, W]),
        ("```\nx\n```py\n```", [F, W, W, W]),
        ("```a`b\nx\n```", [NO, NO, NO]),
        ("````\nx\n```\ny", [NO, NO, NO, NO]),
        ("```\nx\n…(truncated)\n# y\n```", [NO, NO, NO, NO, NO]),
    ],
)
def test_a_block_goes_to_the_line_that_closes_it(text: str, places: list[int]) -> None:
    assert fences.places(text.split("\n")) == places


@pytest.mark.parametrize(
    ("text", "closing"),
    [("a", ""), ("```py\nx", "```"), ("```\nx\n```", ""), (" ~~~~\n~~~", " ~~~~"), ("```\n```\n````", "````")],
)
def test_what_is_open_is_told_with_the_line_that_closes_it(text: str, closing: str) -> None:
    assert fences.left_open(text) == closing
