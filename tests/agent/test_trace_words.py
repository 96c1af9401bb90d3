"""How an answer came about, told to whoever reads it."""

from typing import Any

import pytest

from engawa_agent.trace_words import facts, missing


def a_done(**trace: Any) -> dict[str, Any]:
    return {"status": "done", "trace": trace}


def test_time_and_tokens_are_told() -> None:
    job = a_done(seconds=3.2, inputTokens=1200, outputTokens=80, tools=["read_node", "read_node"])
    assert facts(job) == [("took", "3.2 s, 1,200 tokens read, 80 written"), ("tools", "read_node (2 times)")]


def test_what_did_not_fit_is_told() -> None:
    told = missing(a_done(window=4096, thinned={"leftOut": 53}, shrunk={"prompt": {"from": 9, "to": 5}}))
    assert told == [
        "53 items of the context did not fit into the model's window of 4,096 tokens",
        "the middle was cut out of: prompt",
    ]


def test_what_was_left_out_of_the_request_and_what_is_wrong_with_the_answer_is_told() -> None:
    told = missing(a_done(leftOut=["stop: this API has none"], flaw="no JSON", finish="length"))
    assert told == [
        "left out of the request: stop: this API has none",
        "the answer is not what was asked for, after two tries: no JSON",
        "the answer broke off at the limit of its length",
    ]


@pytest.mark.parametrize("trace", [None, 3, [], {}, {"thinned": 3, "tools": 4, "leftOut": "x", "seconds": "s"}])
def test_a_trace_of_any_form_says_nothing_wrong(trace: object) -> None:
    assert facts({"trace": trace}) == []
