"""JSON answers held against their schema, which comes with the job and is not trusted."""

from typing import Any

import pytest

from engawa_agent.answer_check import LONGEST, complaint

IDEAS = {"type": "array", "items": {"type": "string", "maxLength": 5}, "minItems": 2}


def test_an_answer_that_fits_has_no_complaint() -> None:
    assert complaint('```json\n["a", "b"]\n```', IDEAS) is None
    assert complaint('{"a": 1}', None) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Sure!", "no JSON"),
        ("{}", "$: {} is not of type 'array'"),
        ('["too long", "b"]', "$[0]: 'too long' is too long"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, said: str) -> None:
    assert complaint(text, IDEAS) == said


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "nonsense"},
        {"$ref": "http://127.0.0.1:9/schema.json"},
        {"$ref": "#"},
        {"items": {"type": "string", "pattern": "(a+)+$"}},
    ],
    ids=["no type", "elsewhere", "itself", "a pattern without end"],
)
def test_a_hostile_schema_finds_nothing_wrong(schema: dict[str, Any]) -> None:
    assert complaint('["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"]', schema) is None


def test_a_complaint_is_short() -> None:
    assert len(complaint('["' + "x" * 9999 + '", "b"]', IDEAS) or "") == LONGEST
