"""One request until there is an answer worth sending."""

import threading

import pytest

from engawa_agent.asking import AGAIN, ask
from engawa_agent.engines import Reply, Request
from engawa_agent.errors import Cancelled, EngineError
from tests.agent.makers import AnEngine, a_request, no_progress

TITLES = {"type": "array", "items": {"type": "object", "properties": {"title": {"type": "string"}}}}


def asked(engine: AnEngine, request: Request) -> Reply:
    return ask(engine, request, threading.Event(), no_progress, lambda: 0.0)


def test_a_text_is_taken_as_it_is() -> None:
    assert asked(AnEngine("- Price"), a_request()).text == "- Price"


@pytest.mark.parametrize("text", ["", "  \n"])
def test_an_empty_answer_is_an_error(text: str) -> None:
    with pytest.raises(EngineError) as error:
        asked(AnEngine(text), a_request())
    assert (error.value.code, error.value.retryable) == ("empty", True)


def test_json_that_cannot_be_read_is_asked_for_once_more() -> None:
    engine = AnEngine("Sure! Here it is", '["a"]')
    reply = asked(engine, a_request(prompt="Two ideas.", response_format="json"))
    assert (reply.text, reply.usage) == ('["a"]', {"askedAgain": "no JSON"})
    again = AGAIN["en"].format(wrong="no JSON")
    assert [request.prompt for request in engine.requests] == ["Two ideas.", f"Two ideas.\n\n{again}"]


def test_json_of_another_form_is_asked_for_with_what_is_wrong() -> None:
    engine = AnEngine('[{"title": 3}]', '[{"title": "a"}]')
    reply = asked(engine, a_request(response_format="json", response_schema=TITLES))
    assert reply.text == '[{"title": "a"}]'
    assert "$[0].title: 3 is not of type 'string'" in engine.requests[1].prompt


def test_the_second_answer_is_handed_over_whatever_it_is_and_that_is_said() -> None:
    reply = asked(AnEngine("no", "still no"), a_request(response_format="json"))
    assert (reply.text, reply.usage) == ("still no", {"askedAgain": "no JSON", "flaw": "no JSON"})


def test_a_flawed_answer_is_more_than_none() -> None:
    engine = AnEngine("no", EngineError("It was closed.", True, "engine_away"))
    reply = asked(engine, a_request(response_format="json"))
    assert (reply.text, reply.usage) == ("no", {"askedAgain": "It was closed.", "flaw": "no JSON"})


def test_without_time_it_is_not_asked_again() -> None:
    engine = AnEngine("no")
    clock = iter([0.0, 9.5])
    reply = ask(engine, a_request(response_format="json"), threading.Event(), no_progress, lambda: next(clock))
    assert reply.usage == {"flaw": "no JSON"}


def test_half_a_surrogate_pair_becomes_a_replacement_character() -> None:
    assert asked(AnEngine("a\ud83d"), a_request()).text == "a\ufffd"


def test_what_an_engine_should_not_raise_is_its_error() -> None:
    with pytest.raises(EngineError, match="test broke: ZeroDivisionError"):
        asked(AnEngine(ZeroDivisionError("oops")), a_request())


def test_a_cancel_passes_through() -> None:
    with pytest.raises(Cancelled):
        asked(AnEngine(Cancelled()), a_request())
