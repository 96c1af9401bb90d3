"""Each request of the table, held against the request types of the API's own SDK.

Slow, because importing the four SDKs takes longer than all of the quick tests of this folder.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter

from engawa_agent.providers import schemas
from tests.agent.providers.cases import CASES, REQUESTS
from tests.agent.providers.materials import CONFLICTS, NODE, POINTS
from tests.agent.providers.said import CALLS, FORMATS, TEXTS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # theirs, at import
]
Body = Mapping[str, Any]
# Anthropic's SDK knows no temperature any more; its API still takes one for older models.
GONE_FROM_SDK = {"anthropic": ("temperature",)}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("api", REQUESTS)
def test_the_sdk_knows_every_field_of_a_request(api: str, name: str) -> None:
    body = REQUESTS[api](*CASES[name]).body
    sent = {field: value for field, value in body.items() if field not in GONE_FROM_SDK.get(api, ())}
    assert CHECKS[api](sent) == sent


@pytest.mark.parametrize("api", REQUESTS)
def test_a_field_that_the_sdk_does_not_know_is_found(api: str) -> None:
    body = {**REQUESTS[api](*CASES["system and user"]).body, "colour": "blue"}
    assert not agrees(api, body)


@pytest.mark.parametrize("api", REQUESTS)
def test_a_field_of_a_wrong_type_is_found(api: str) -> None:
    body = {**REQUESTS[api](*CASES["system and user"]).body, "tools": [{"name": 3}]}
    assert not agrees(api, body)


@pytest.mark.parametrize("api", FORMATS)
def test_what_the_tests_let_servers_answer_is_what_the_sdk_reads(api: str) -> None:
    whole, event = _answer_types(api)
    for said in (TEXTS[api], CALLS[api]):
        _adapter(whole).validate_json(json.dumps(said.whole))
        for each in said.events:
            if isinstance(each, dict) and each.get("type") != "ping":  # the SDK skips pings unread
                _adapter(event).validate_json(json.dumps(each))


@pytest.mark.parametrize("schema", [POINTS, CONFLICTS, NODE], ids=["points", "conflicts", "node"])
def test_a_schema_is_cut_down_as_the_sdk_does_it(schema: Body) -> None:
    """But for how it words the bounds, and for the type beside an enum, which does no harm."""
    from anthropic import transform_schema

    theirs, ours = transform_schema(dict(schema)), schemas.closed(schema)
    assert _without(ours, "description", "type") == _without(theirs, "description", "type")


def agrees(api: str, body: Body) -> bool:
    try:
        return CHECKS[api](body) == body
    except ValueError:
        return False


def _openai_chat(body: Body) -> Any:
    from openai.types.chat import completion_create_params as params

    streams = (
        params.CompletionCreateParamsStreaming if body.get("stream") else params.CompletionCreateParamsNonStreaming
    )
    return _typed(streams, body)


def _openai_responses(body: Body) -> Any:
    from openai.types.responses import response_create_params as params

    return _typed(
        params.ResponseCreateParamsStreaming if body.get("stream") else params.ResponseCreateParamsNonStreaming, body
    )


def _anthropic(body: Body) -> Any:
    from anthropic.types import message_create_params as params

    return _typed(
        params.MessageCreateParamsStreaming if body.get("stream") else params.MessageCreateParamsNonStreaming, body
    )


def _gemini(body: Body) -> Any:
    """The SDK has no type for the whole body, but one for each of its fields."""
    from google.genai import types

    fields = {
        "systemInstruction": types.Content,
        "contents": list[types.Content],
        "generationConfig": types.GenerationConfig,
        "tools": list[types.Tool],
        "toolConfig": types.ToolConfig,
    }
    return {name: _modelled(fields[name], value) for name, value in body.items() if name in fields}


def _ollama(body: Body) -> Any:
    """Its messages and options may be any mapping to the SDK, so they are held against its types one by one."""
    from ollama import _types as types

    whole = _modelled(types.ChatRequest, body)
    whole["messages"] = [_modelled(types.Message, _with_images(message)) for message in body["messages"]]
    return whole | ({"options": _modelled(types.Options, body["options"])} if "options" in body else {})


def _with_images(message: Body) -> dict[str, Any]:
    """The SDK is given pictures as objects and makes Base64 of them itself."""
    images = [{"value": image} for image in message.get("images", [])]
    return {**message, **({"images": images} if images else {})}


def _answer_types(api: str) -> tuple[Any, Any]:
    """The types of a whole answer and of an event of its stream."""
    if api == "anthropic":
        from anthropic.types import Message, RawMessageStreamEvent

        return Message, RawMessageStreamEvent
    if api == "gemini":
        from google.genai.types import GenerateContentResponse

        return GenerateContentResponse, GenerateContentResponse
    if api == "ollama":
        from ollama import ChatResponse

        return ChatResponse, ChatResponse
    from openai.types.chat import ChatCompletion, ChatCompletionChunk
    from openai.types.responses import Response, ResponseStreamEvent

    return (ChatCompletion, ChatCompletionChunk) if api == "openai_chat" else (Response, ResponseStreamEvent)


def _without(schema: Any, *names: str) -> Any:
    if isinstance(schema, list):
        return [_without(each, *names) for each in schema]
    if isinstance(schema, dict):
        return {name: _without(each, *names) for name, each in schema.items() if name not in names}
    return schema


def _typed(type_: Any, body: Body) -> Any:
    """A body as its TypedDict keeps it: what that does not know is dropped."""
    return _plain(_adapter(type_).validate_python(body))


def _modelled(type_: Any, value: Any) -> Any:
    """The same of a pydantic model, by way of JSON: bytes are Base64 there."""
    read = _adapter(type_).validate_json(json.dumps(value))
    return _adapter(type_).dump_python(read, mode="json", by_alias=True, exclude_unset=True)


@cache
def _adapter(type_: Any) -> TypeAdapter[Any]:
    return TypeAdapter(type_)


def _plain(value: Any) -> Any:
    """With all that is checked only when it is looked at, looked at."""
    match value:
        case BaseModel():
            return value.model_dump(mode="json", by_alias=True, exclude_unset=True)
        case Mapping():
            return {name: _plain(inner) for name, inner in value.items()}
        case str():
            return value
        case Iterable():
            return [_plain(inner) for inner in value]
    return value


CHECKS: Mapping[str, Callable[[Body], Any]] = {
    "openai_chat": _openai_chat,
    "openai_compatible": _openai_chat,
    "openai_responses": _openai_responses,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "ollama": _ollama,
}
