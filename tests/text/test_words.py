"""The table of wording."""

from dataclasses import fields
from string import Formatter

import pytest

from engawa_text.words import EN, JA, WORDS, Words


def placeholders(text: str) -> set[str | None]:
    return {field for _, field, _, _ in Formatter().parse(text)} - {None}


def test_both_languages_are_in_the_table() -> None:
    assert dict(WORDS) == {"ja": JA, "en": EN}


@pytest.mark.parametrize("field", [field.name for field in fields(Words)])
def test_both_languages_fill_in_the_same_names(field: str) -> None:
    ours, theirs = getattr(JA, field), getattr(EN, field)
    assert theirs
    assert placeholders(ours) == placeholders(theirs)


def test_english_has_no_japanese_in_it() -> None:
    assert not [word for word in vars(EN).values() if any("\u3000" < letter < "\ufff0" for letter in word)]
