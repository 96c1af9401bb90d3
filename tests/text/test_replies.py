"""Replies of models, read as JSON and as lines."""

import pytest

from engawa_text import replies


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ('Sure!\n["a", "b"]\nDone.', ["a", "b"]),
        ('```json\n{"a": [1]}\n```', {"a": [1]}),
        ('結果 ["x]"] です ]', ["x]"]),
        ('{"a": 1} {"b": 2}', {"a": 1}),
        ("[1.0, 1e3, 12345678901234567890]", [1, 1000, 12345678901234567000]),
        ("資料[1]によると", [1]),
        ('["a", {"b": [] }]', ["a", {"b": []}]),
    ],
)
def test_json_is_found_in_what_surrounds_it(raw: str, value: object) -> None:
    assert replies.parse(raw) == value


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "no JSON",
        '"abc"',
        '```\nprose\n``` ["a"]',
        '候補 [参考] ["a"]',
        '["a",]',
        "[NaN]",
        "[-Infinity]",
        "[1}",
        '["a\nb"]',
        "[" * 5000,
        '{"a":' * 5000,
        "[\ud83d",
    ],
)
def test_what_is_no_json_is_none(raw: str) -> None:
    assert replies.parse(raw) is None


def test_bullets_and_numbers_go_once() -> None:
    raw = "- a\n・b\n* c\n1. d\n2) e\n- - f\n10.5 g\n**h**\n-5 i"
    assert replies.lines(raw) == ["a", "b", "c", "d", "e", "- f", "5 g", "*h**", "5 i"]


def test_other_marks_stay() -> None:
    assert replies.lines("• a\n１．b\n① c\n(1) d") == ["• a", "１．b", "① c", "(1) d"]


def test_empty_lines_and_fences_are_left_out() -> None:
    assert replies.lines("```json\n- a\r\n \n- ```\n-\nb") == ["a", "b"]


def test_lines_are_trimmed_as_javascript_trims() -> None:
    assert replies.lines("\ufeff- a\u3000\n\x1c- b\nc\x85\nd\u2028e") == ["a", "\x1c- b", "c\x85", "d\u2028e"]
