"""One text made to fit."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engawa_text import cutting, fences, tokens, units
from engawa_text.words import EN

MARK = EN.omitted
CODE = "```py\n" + "x = 1\n" * 40 + "```"
LINES = st.sampled_from(
    ["```", "```py", "~~~~", "  ```", "# x", "", "あ" * 30, "🚀🚀", "text and ``` ticks ~~~ within"]
)


def test_what_fits_stays() -> None:
    assert cutting.cut("あ", 3, EN) == "あ"


def test_head_and_tail_stay_and_the_mark_is_within_the_room() -> None:
    assert cutting.cut("a" * 50 + "b" * 50, 70, EN) == f"{'a' * 10}\n{MARK}\n{'b' * 10}"


@pytest.mark.parametrize(("room", "left"), [(10, "あああ"), (0, ""), (-5, "")])
def test_without_room_for_a_mark_the_head_is_left(room: int, left: str) -> None:
    assert cutting.cut("あ" * 50, room, EN) == left


def test_no_pair_is_cut() -> None:
    assert all(units.is_whole(cutting.cut("🚀" * 50, room, EN)) for room in range(200))


def test_code_stays_code_across_the_mark() -> None:
    assert cutting.cut(CODE, 85, EN) == f"```py\nx = 1\nx = 1\n{MARK}\n1\nx = 1\nx = 1\n```"


def test_code_that_only_the_head_reaches_into_ends_before_the_mark() -> None:
    head, tail = cutting.cut(f"{CODE}\n{'behind ' * 20}", 110, EN).split(MARK)
    assert head == "```py\nx = 1\nx = 1\nx = 1\nx = \n```\n"
    assert tail == "\n" + "behind " * 4


def test_code_that_only_the_tail_lies_in_begins_after_the_mark() -> None:
    head, tail = cutting.cut(f"{'before ' * 20}\n{CODE}", 110, EN).split(MARK)
    assert head == "before " * 4 + "\n"
    assert tail == "\n```\nx = 1\nx = 1\nx = 1\nx = 1\n```"


@settings(max_examples=100, deadline=None)
@given(st.lists(LINES, max_size=12).map("\n".join), st.integers(-1, 300))
def test_it_always_fits_and_leaves_no_code_open(text: str, room: int) -> None:
    made = cutting.cut(text, room, EN)
    assert tokens.size(made) <= max(room, 0)
    assert made == text or not fences.left_open(made)
