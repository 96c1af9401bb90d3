"""Bodies of requests: what can be stored, and a sentence about what cannot."""

import base64
from typing import Any

import pytest

from engawa import body
from engawa.errors import EngawaError, Invalid, TooLarge


def read(text: str, **changes: Any) -> Any:
    return body.read({"body": text, **changes})


@pytest.mark.parametrize("text", ["", "  ", None])
def test_no_body_is_none(text: str) -> None:
    assert read(text) is None


def test_a_body_may_come_encoded_and_with_a_byte_order_mark() -> None:
    text = base64.b64encode('\ufeff{"a": "価格"}'.encode()).decode()
    assert read(text, isBase64Encoded=True) == {"a": "価格"}


def test_lone_surrogates_become_the_replacement_character_and_pairs_stay() -> None:
    assert read(r'{"\ud83d": ["x\ude80", "\ud83d\ude80"]}') == {"\ufffd": ["x\ufffd", "🚀"]}


def test_half_a_surrogate_pair_may_come_unescaped_too() -> None:
    assert read('{"\ud83d": "\ude80"}') == {"\ufffd": "\ufffd"}


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("{", Invalid),
        ('{"a": NaN}', Invalid),
        ('{"a": -Infinity}', Invalid),
        ('{"a": 1e999}', Invalid),
        ('{"a": ' + "9" * 5000 + "}", Invalid),
        ("[" * 201 + "]" * 201, Invalid),
        ("[" * 100_000, Invalid),
        ('"' + "あ" * 1_400_000 + '"', TooLarge),
    ],
)
def test_what_cannot_be_stored_is_refused_by_name(text: str, error: type[EngawaError]) -> None:
    with pytest.raises(error, match=r"^body: "):
        read(text)


def test_the_place_of_a_mistake_is_told() -> None:
    with pytest.raises(Invalid, match="line 2, column 8"):
        read('{"a": 1,\n "b": [,]}')


def test_what_is_not_text_is_refused() -> None:
    with pytest.raises(Invalid):
        read(base64.b64encode(b"\xff\xfe").decode(), isBase64Encoded=True)
