"""The text that an engine gets."""

import pytest

from engawa_text import prompt, units
from engawa_text.words import EN, JA


def test_the_context_stands_between_rules() -> None:
    assert prompt.build("Do it.", "a board\n", "short") == (
        "Do it.\n\n---\na board\n\n---\n\nユーザーの指示・質問: short"
    )


def test_english_has_its_own_words() -> None:
    assert prompt.build("Do it.", None, "short", EN) == ("Do it.\n\n---\n(no context)\n---\n\nUser request: short")


def test_only_a_missing_context_is_told_missing() -> None:
    assert "(コンテキストなし)" in prompt.build("I", None, None)
    assert prompt.build("I", "", None) == "I\n\n---\n\n---"


@pytest.mark.parametrize("instruction", ["", None, 3, ["x"]])
def test_without_an_instruction_there_is_a_general_one(instruction: object) -> None:
    assert prompt.build(instruction, "c", None).startswith(JA.no_instruction)
    assert prompt.build(instruction, "c", None, EN).startswith(EN.no_instruction)


def test_a_blank_instruction_is_kept() -> None:
    assert prompt.build(" ", "c", None) == " \n\n---\nc\n---"


def test_a_prompt_is_given_unless_javascript_calls_it_false() -> None:
    true: list[object] = ["0", " ", [], {}, 3]
    false: list[object] = ["", None, 0, False]
    assert all("---\n\n" in prompt.build("I", "c", given) for given in true)
    assert all(prompt.build("I", "c", given).endswith("c\n---") for given in false)


def test_a_short_text_is_not_shrunk() -> None:
    assert prompt.shrink("abcd", head=2, tail=2) == "abcd"


def test_shrinking_keeps_head_and_tail() -> None:
    assert prompt.shrink("abcde", head=2, tail=2) == "ab\n…(コンテキストが長いため中略)…\nde"
    assert prompt.shrink("abcde", head=1, tail=1, words=EN) == f"a\n{EN.omitted}\ne"


def test_a_text_that_is_barely_too_long_grows() -> None:
    assert units.length(prompt.shrink("x" * 5001)) == 5019
