import pytest

from engawa_agent.importing.cards import is_sticky


@pytest.mark.parametrize("text", ["", "Ship it", "two\nlines", "日" * 200, "3 of 4", "#tag", "-5 °C", "a > b"])
def test_a_short_plain_text_is_a_sticky(text: str) -> None:
    assert is_sticky(text)


@pytest.mark.parametrize(
    "text", ["# Plan", "intro\n- item", "1. first", "> [!note] callout", "```py\n```", "| a | b |", "$$\nx^2\n$$"]
)
def test_markdown_layout_is_a_card(text: str) -> None:
    assert not is_sticky(text)


def test_length_counts_utf16_units() -> None:
    assert is_sticky("😀" * 100)
    assert not is_sticky("😀" * 101)
