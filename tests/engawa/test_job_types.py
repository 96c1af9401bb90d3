"""Every job type: what it says of itself, and its invented answer."""

import json

import pytest

from engawa import job_types
from engawa.errors import Invalid
from engawa.job_types import brainstorm
from engawa.orders import Frozen
from makers import an_id

IDS = [an_id(1), an_id(2)]


@pytest.mark.parametrize("name", list(job_types.every()))
def test_every_type_speaks_both_languages_and_its_mock_passes_its_own_check(name: str) -> None:
    job_type = job_types.named(name)
    assert set(job_type.instruction) == {"ja", "en"}
    frozen = Frozen(
        job_type.instruction["en"], '# x\n- (1) [付箋:yellow] "a"\n- (2) [付箋] "b"\n', "3 ideas", legend=IDS
    )
    parsed, error = job_type.check(job_type.mock(frozen), frozen)
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


@pytest.mark.parametrize(
    ("items", "kept", "dropped"),
    [
        ([1, 2], [[1, 2]], (0, 0, 0)),
        ([1, 7, 0, -1], [[1]], (3, 0, 0)),
        ([2, 2], [[2]], (0, 0, 1)),
        ([3], [], (0, 1, 0)),
    ],
)
def test_numbers_of_an_organized_board_become_ids(
    items: list[int], kept: list[list[int]], dropped: tuple[int, int, int]
) -> None:
    frozen = Frozen("", "", legend=[an_id(1), an_id(2)], legend_total=3)
    answer = json.dumps({"groups": [{"theme": "t", "items": items}]})
    parsed, _ = job_types.named("organize_board").check(answer, frozen)
    assert [group["items"] for group in parsed["groups"]] == kept
    assert [group["ids"] for group in parsed["groups"]] == [[an_id(n) for n in group] for group in kept]
    assert tuple(parsed["dropped"].values()) == dropped


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("organize_board", '{"groups": [{"theme": "", "items": [1]}]}'),
        ("organize_board", '{"groups": [{"theme": "t", "items": ["1a"]}]}'),
        ("call_live_summary", '{"points": ["a", "b"]}'),
        ("call_live_summary", json.dumps({"points": ["x" * 61] * 3})),
        ("detect_conflicts", '[{"topic": "a"}]'),
        ("extract_decisions", '{"decisions": "all"}'),
        ("extract_decisions", "\ud83d" + "[" * 5000),
    ],
)
def test_an_answer_of_the_wrong_form_is_said_and_not_taken(name: str, raw: str) -> None:
    parsed, error = job_types.named(name).check(raw, Frozen("", ""))
    assert parsed is None
    assert error


THIRTEEN = {
    "brainstorm": "json",
    "call_live_summary": "json",
    "call_minutes": "text",
    "chat_reply": "text",
    "detect_conflicts": "json",
    "draft_document": "text",
    "extract_decisions": "json",
    "organize_board": "json",
    "project_brief": "text",
    "summarize_board": "text",
    "summarize_document": "text",
    "summarize_selection": "text",
    "summarize_transcript": "text",
}


def test_the_thirteen_that_clients_know_are_there() -> None:
    formats = {name: made.response_format for name, made in job_types.every().items()}
    assert THIRTEEN.items() <= formats.items()
