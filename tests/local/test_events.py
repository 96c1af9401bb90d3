"""Events from a file."""

from pathlib import Path
from typing import Any

import pytest

from local import events
from local.trouble import Trouble

TOKENS = {"member": "eng_member_1_s_c", "agent": "eng_agent_2_s_c"}


def an_event(**headers: str) -> dict[str, Any]:
    return {"rawPath": "/", "headers": headers}


def test_an_examples_token_becomes_the_stacks_own_of_its_kind() -> None:
    event = an_event(authorization="Bearer eng_agent_example_s_c", host="x")
    admitted = events.admitted(event, TOKENS)
    assert admitted == an_event(authorization="Bearer eng_agent_2_s_c", host="x")


@pytest.mark.parametrize(
    "event",
    [
        an_event(authorization="Bearer eng_member_1_s_c"),
        an_event(authorization="Basic x"),
        an_event(),
        {"source": "aws.events"},
        {"headers": None},
        [],
    ],
)
def test_everything_else_stays(event: Any) -> None:
    assert events.admitted(event, TOKENS) == event


@pytest.mark.parametrize(("text", "sentence"), [("{", "is not JSON: "), (None, "cannot be read: No such file")])
def test_a_file_that_is_no_event_is_one_sentence(tmp_path: Path, text: str | None, sentence: str) -> None:
    file = tmp_path / "event.json"
    if text is not None:
        file.write_text(text)
    with pytest.raises(Trouble, match=sentence):
        events.read(str(file))
