"""Each API's requests: the table of cases against what is stored, and what a table cannot say."""

import json
from typing import Any

import pytest

from engawa_agent.errors import EngineError
from engawa_agent.providers import anthropic, gemini, ollama, openai_chat, plain_text
from engawa_agent.providers.api_request import second_try
from engawa_agent.providers.failures import REFUSED, PromptError, ProviderError, failure
from engawa_agent.providers.messages import Assistant, Results, ToolResult, User
from engawa_agent.providers.options import Choice, Json, Options, Stop
from engawa_agent.providers.prompts import Prompt
from tests.agent.providers.cases import CASES, REQUESTS, expected, told
from tests.agent.providers.materials import CALL, PLAIN, POINTS, READ, SVG, asking, wanting


@pytest.mark.parametrize("api", REQUESTS)
def test_every_case_is_told_as_expected(api: str) -> None:
    stored = expected(api)
    assert stored.keys() == CASES.keys()
    for name, (prompt, options) in CASES.items():
        request = told(REQUESTS[api](prompt, options))
        assert {key: value for key, value in request.items() if value or key == "body"} == stored[name], name


@pytest.mark.parametrize("api", REQUESTS)
def test_a_body_is_json_and_holds_no_secret(api: str) -> None:
    for prompt, options in CASES.values():
        request = REQUESTS[api](prompt, options)
        assert json.loads(json.dumps(request.body)) == request.body
        assert not {name.lower() for name in request.headers} & {"authorization", "x-api-key", "x-goog-api-key"}


@pytest.mark.parametrize("api", REQUESTS)
def test_the_table_is_not_changed_by_being_told(api: str) -> None:
    prompt, options = CASES["everything"]
    assert told(REQUESTS[api](prompt, options)) == told(REQUESTS[api](prompt, options))


@pytest.mark.parametrize(
    ("api", "prompt", "job", "missing"),
    [
        ("openai_responses", PLAIN, {"stop": Stop(("END",))}, "stop"),
        ("openai_chat", PLAIN, {"response_format": Json({"type": "array"})}, "response_format"),
        ("anthropic", PLAIN, {"response_format": Json()}, "response_format"),
        ("anthropic", asking(User("", (SVG,))), {}, "media"),
        ("gemini", PLAIN, {"tool_choice": Choice("required")}, "tool_choice"),
        ("ollama", PLAIN, {"tools": (READ,), "tool_choice": Choice("required")}, "tool_choice"),
    ],
)
def test_what_must_not_be_left_out_is_an_error(api: str, prompt: Prompt, job: dict[str, Any], missing: str) -> None:
    assert REQUESTS[api](prompt, wanting(**job)).left_out
    with pytest.raises(ProviderError, match=missing) as failed:
        REQUESTS[api](prompt, wanting(**job, must=frozenset([missing])))
    assert (failed.value.code, failed.value.retryable) == ("unsupported", False)


def test_gemini_has_no_path_without_a_model() -> None:
    with pytest.raises(PromptError, match="No model is set"):
        gemini.request(PLAIN, wanting(model=None))


def test_a_model_cannot_lead_out_of_its_place_in_a_path() -> None:
    assert gemini.request(PLAIN, wanting(model="../x?y#z")).path == "/v1beta/models/..%2Fx%3Fy%23z:generateContent"


def test_other_apis_leave_the_model_to_the_server() -> None:
    assert "model" not in openai_chat.request(PLAIN, wanting(model=None)).body


def test_an_engines_own_fields_lose_none_of_the_others() -> None:
    request = ollama.request(PLAIN, wanting(temperature=0.5)).adding({"options": {"num_ctx": 16_384}, "think": False})
    assert request.body["options"] == {"temperature": 0.5, "num_ctx": 16_384}
    assert (request.body["think"], request.body["stream"]) == (False, False)


def refused(message: str, status: int = 400) -> ProviderError:
    return failure(REFUSED, message, status=status)


def test_a_temperature_is_taken_back_when_it_is_refused() -> None:
    options = wanting(temperature=0.5, response_format=Json(POINTS))
    sent = anthropic.request(PLAIN, options)
    again = second_try(refused("temperature: not supported by this model"), sent, options)
    assert again is not None
    second = anthropic.request(PLAIN, again)
    assert "temperature" not in second.body
    assert second.body["output_config"] == sent.body["output_config"]
    assert [str(each) for each in second.left_out] == [
        "temperature: the server refused it, so it was asked again without"
    ]


def test_a_refusal_that_names_nothing_takes_back_all_that_is_doubtful() -> None:
    options = wanting(temperature=0.5, response_format=Json(POINTS), tools=(READ,), tool_choice=Choice("auto"))
    sent = openai_chat.request(PLAIN, options, "compatible")
    again = second_try(refused("Bad request"), sent, options)
    assert again is not None
    assert openai_chat.request(PLAIN, again, "compatible").body.keys() == {"model", "messages"}


@pytest.mark.parametrize(
    ("error", "job"),
    [
        (refused("temperature"), {}),
        (refused("temperature"), {"temperature": 0.5, "must": frozenset(["temperature"])}),
        (refused("temperature", 404), {"temperature": 0.5}),
        (ProviderError("slow down", True, "engine_away", 429), {"temperature": 0.5}),
    ],
    ids=["nothing is doubtful", "it must be", "another status", "another failure"],
)
def test_there_is_no_second_try_that_would_not_help(error: ProviderError, job: dict[str, Any]) -> None:
    options = wanting(**job)
    assert second_try(error, anthropic.request(PLAIN, options), options) is None


def test_a_plain_text_has_no_options_and_says_so() -> None:
    options = wanting(temperature=0.5, tools=(READ,), response_format=Json(POINTS), stop=Stop(("END",)), stream=True)
    text = plain_text.request(asking(User("Look.", (SVG,))), options)
    assert text.text == f"Summarize.\n\n[left out: logo.svg]\n\nLook.\n\nJSON Schema:\n{json.dumps(POINTS)}"
    assert [each.option for each in text.left_out] == ["temperature", "stop", "tools", "media"]
    with pytest.raises(EngineError, match="given text alone"):
        plain_text.request(asking(User("", (SVG,))), wanting(must=frozenset(["media"])))


def test_a_plain_text_labels_the_turns_of_a_conversation() -> None:
    failed = Results((ToolResult("call_1", "read_node", "No such node.", True),))
    text = plain_text.request(asking(User("Hello."), Assistant("I look.", (CALL,)), failed), wanting()).text
    assert text == (
        'Summarize.\n\n[user]\nHello.\n\n[assistant]\nI look.\n\nread_node({"id": "n1"})\n\n'
        "[tool]\nread_node: Error: No such node."
    )


def test_the_default_options_ask_for_nothing() -> None:
    assert openai_chat.request(PLAIN, wanting(engine=Options())).body.keys() == {"messages"}
