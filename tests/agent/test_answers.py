"""A job's answer as a person reads it."""

from typing import Any

import pytest

from engawa_agent.answers import text


@pytest.mark.parametrize(
    ("job", "shown"),
    [
        ({"result": "- a\n- b\n", "parsed": None}, "- a\n- b"),
        ({"result": '["a"]', "parsed": ["a", "b"]}, "a\nb"),
        ({"result": "x", "parsed": [{"topic": "価格"}]}, '{"topic": "価格"}'),
        ({"result": "x", "parsed": {"points": ["a"]}}, '{\n  "points": [\n    "a"\n  ]\n}'),
        ({"result": "not json", "parsed": None, "parseError": "no JSON"}, "not json"),
        ({"result": "[]", "parsed": []}, ""),
    ],
)
def test_lists_are_lines(job: dict[str, Any], shown: str) -> None:
    assert text(job) == shown
