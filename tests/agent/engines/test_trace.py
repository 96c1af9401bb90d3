"""What is told of how an answer came about."""

from engawa_agent.engines.trace import MAX_BYTES, Trace, bounded, total
from engawa_agent.providers.answers import Answer
from engawa_agent.providers.api_request import LeftOut
from engawa_agent.providers.merging import merge
from engawa_agent.providers.options import Options


def test_every_round_counts() -> None:
    trace = Trace()
    trace.add(Answer("", usage={"inputTokens": 10, "outputTokens": 2}), [])
    trace.add(Answer("a", finish="length", usage={"inputTokens": 20}), [LeftOut("stop", "there is none")])
    assert trace.notes == {"inputTokens": 30, "outputTokens": 2, "finish": "length", "leftOut": ["stop: there is none"]}


def test_where_options_came_from_is_told_but_not_of_what_is_built_in() -> None:
    trace = Trace()
    trace.options(merge(Options(), Options(temperature=0.1, model="m"), Options(stream=True)))
    assert trace.notes == {"options": {"temperature": "engine"}}


def test_a_total_is_of_what_is_known() -> None:
    assert total({"inputTokens": 1}, {"inputTokens": None, "outputTokens": 2}) == {"inputTokens": 1, "outputTokens": 2}


def test_what_goes_to_the_cloud_is_short_whatever_an_engine_notes() -> None:
    assert bounded({"engine": "x", "thinned": {"leftOut": 3}}) == {"engine": "x", "thinned": {"leftOut": 3}}
    assert bounded({"engine": "x", "much": "y" * MAX_BYTES, "object": {object()}}) == {"engine": "x"}
    assert bounded({"engine": "x", "nan": float("nan")}) == {"engine": "x"}
