"""Every job type: what it says of itself, and its invented answer."""

import pytest

from engawa import job_types
from engawa.errors import Invalid
from engawa.job_types import brainstorm


@pytest.mark.parametrize("name", list(job_types.every()))
def test_every_type_speaks_both_languages_and_its_mock_passes_its_own_check(name: str) -> None:
    job_type = job_types.named(name)
    assert set(job_type.instruction) == {"ja", "en"}
    answer = job_type.mock('# Board: x\n- [付箋:yellow] "a"\n', "3 ideas")
    parsed, error = job_type.check(answer, "3 ideas")
    assert error is None
    assert (parsed is not None) == (job_type.response_format == "json")


def test_an_unknown_type_is_refused_with_those_there_are() -> None:
    with pytest.raises(Invalid, match=r"type: .*brainstorm.*summarize_board"):
        job_types.named("poem")


@pytest.mark.parametrize(
    ("prompt", "count"), [("3 ways", 3), ("１０個ください", 10), ("ideas for 2026", 5), ("ideas", 5), ("0 or 999", 5)]
)
def test_ideas_are_counted_as_the_prompt_asks(prompt: str, count: int) -> None:
    assert brainstorm.asked(prompt) == count
    schema = job_types.named("brainstorm").schema(prompt)
    assert schema is not None
    assert (schema["minItems"], schema["maxItems"], schema["items"]["maxLength"]) == (count, count, 50)
