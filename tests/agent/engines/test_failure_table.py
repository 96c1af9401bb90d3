"""Each engine against each way in which its API refuses, fails or has nothing to say: how the job ends."""

from typing import Any

import pytest

from tests.agent.engines import ended
from tests.agent.engines.apis import APIS
from tests.agent.engines.ended import AWAY, EMPTY, FILTERED, KEY_REFUSED, QUOTA, TOO_LONG, how
from tests.agent.engines.raw_server import raw_server
from tests.agent.engines.refusals import REFUSALS
from tests.agent.engines.said_wrong import BREAKS, EMPTIES, FILTERS, refused
from tests.agent.engines.too_long import TOO_LONGS

ENDS = {
    "401": KEY_REFUSED,
    "403": KEY_REFUSED,
    "429 in seconds": AWAY,
    "429 at a time": AWAY,
    "quota": QUOTA,
    "500": AWAY,
    "503": AWAY,
}


def case(*values: str, quick: bool) -> Any:
    return pytest.param(*values, marks=[] if quick else pytest.mark.slow)


# What differs least between APIs is left to the slow tests.
SELDOM = ("403", "500", "429 at a time")
REFUSED_EACH = [
    case(api, failure, quick=api != "openai_responses" and failure not in SELDOM) for api in APIS for failure in ENDS
]
FILTERED_EACH = [(api, way) for api in FILTERS for way in FILTERS[api]]
TOO_LONG_EACH = [case(api, words, quick=words == "none") for api in APIS for words in TOO_LONGS[api]]
EMPTY_EACH = [case(api, way, quick=way == "nothing") for api in APIS for way in EMPTIES[api]]


@pytest.mark.parametrize(("api", "failure"), REFUSED_EACH)
def test_a_refusal_in_the_apis_own_words(api: str, failure: str) -> None:
    error = ended.by(api, refused(REFUSALS[api][failure]))
    assert how(error) == ENDS[failure]
    ended.tells_what_to_do(error.message)
    if failure.startswith("429"):
        assert ("(in 20 s)" if failure == "429 in seconds" else "(in 30 s)") in error.message


@pytest.mark.parametrize(("api", "way"), FILTERED_EACH)
def test_a_filter_stops_it(api: str, way: str) -> None:
    error = ended.by(api, FILTERS[api][way])
    assert how(error) == FILTERED
    ended.tells_what_to_do(error.message)


@pytest.mark.parametrize(("api", "words"), TOO_LONG_EACH)
def test_a_text_is_too_long_although_nothing_can_be_left_out_of_it(api: str, words: str) -> None:
    with raw_server(refused(TOO_LONGS[api][words])) as server:
        assert how(ended.failed(api, server.url)) == TOO_LONG
        assert len(server.requests) <= 4


@pytest.mark.parametrize(("api", "way"), EMPTY_EACH)
def test_an_empty_answer_is_none(api: str, way: str) -> None:
    assert how(ended.by(api, EMPTIES[api][way])) == EMPTY


@pytest.mark.parametrize("api", APIS)
def test_an_error_after_the_answer_has_begun(api: str) -> None:
    assert how(ended.by(api, BREAKS[api])) == AWAY
