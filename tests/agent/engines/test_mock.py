"""Fixed answers of the right form."""

import json
import threading
from typing import Any

import pytest

from engawa_agent.engines.mock import Mock
from engawa_agent.errors import Cancelled
from tests.agent.makers import a_request, no_progress


def answer(**fields: Any) -> str:
    return Mock().run(a_request(**fields), threading.Event(), no_progress).text


def test_a_text_job_gets_its_items_and_its_prompt_back() -> None:
    assert answer(context="# B\n- a\n- b", prompt="Short.") == "- a\n- b\n- Short."


def test_a_text_job_without_anything_is_still_answered() -> None:
    assert answer(context="") == "- (mock)"


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        (None, ["mock"]),
        ({"type": "array", "items": {"type": "string"}, "minItems": 2}, ["mock", "mock"]),
        ({"type": "object", "properties": {"n": {"type": "integer"}, "b": {"type": "boolean"}}}, {"n": 1, "b": False}),
        ({"enum": ["x", "y"]}, "x"),
    ],
)
def test_a_json_job_gets_the_smallest_value_of_its_schema(schema: Any, value: Any) -> None:
    assert json.loads(answer(response_format="json", response_schema=schema)) == value


def test_it_can_be_cancelled() -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        Mock().run(a_request(), cancel, no_progress)
