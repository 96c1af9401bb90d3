"""Gemini's engine and Google's own client at the same server: the same is sent, the same is understood.

Slow, because the client takes long to import, and because each place of an answer is cut at once.
"""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from engawa_agent.api import Api
from engawa_agent.engines import Reply, Request
from engawa_agent.errors import EngineError
from tests.agent.engines.apis import KEY, MODEL, an_engine, asked
from tests.agent.engines.reading import NOTE, TEXT, a_toolbox
from tests.agent.engines.typed_server import Asked, Chunk, Typed, typed_server
from tests.agent.fake_server import FakeServer
from tests.agent.makers import a_request

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # theirs, at import
]
ROUTE = f"POST /v1beta/models/{MODEL}:streamGenerateContent?alt=sse"
IDEAS = {"type": "array", "items": {"type": "string"}, "minItems": 1}
OPTIONS: dict[str, Any] = {"temperature": 0.25, "max_tokens": 50, "stop": ("END", "\n\n")}


def chunk_type() -> Any:
    from google.genai.types import GenerateContentResponse

    return GenerateContentResponse


def a_chunk(*parts: Chunk, finish: str | None = None, read: int = 20, written: int = 0) -> Chunk:
    candidate: Chunk = {"content": {"parts": list(parts), "role": "model"}, "index": 0}
    usage = {"promptTokenCount": read, "candidatesTokenCount": written, "totalTokenCount": read + written}
    details = {"promptTokensDetails": [{"modality": "TEXT", "tokenCount": read}], "thoughtsTokenCount": 1}
    ended = {"finishReason": finish} if finish else {}
    return {
        "candidates": [candidate | ended],
        "usageMetadata": usage | details,
        "modelVersion": MODEL,
        "responseId": "r1",
    }


def says(text: str, **fields: Any) -> Chunk:
    return a_chunk({"text": text}, **fields)


def the_end(finish: str = "STOP", **counts: int) -> Chunk:
    return a_chunk({"text": ""}, finish=finish, **counts)


# In as few bytes as there can be.
SHORT = [
    {
        "candidates": [{"content": {"parts": [{"text": "価🚀\u2028"}], "role": "model"}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 20, "candidatesTokenCount": 3},
    }
]
CALL = {"functionCall": {"name": "read_node", "args": {"id": NOTE}}, "thoughtSignature": "c2lnbmVk"}
CALLS = [a_chunk({"text": "Let me see.", "thought": True}), a_chunk(CALL), the_end(written=2)]


def a_server(*answers: Sequence[Chunk], cuts: Sequence[int] | None = None) -> Typed:
    return Typed("gemini", chunk_type(), list(answers), cuts)


def ran(typed: Typed, request: Request | None = None, **settings: Any) -> Reply:
    with typed_server(typed) as server:
        reply = asked(an_engine("gemini", server.url, **settings), request or a_request())
    assert typed.wrong == []
    assert {asked.route for asked in typed.asked} == {ROUTE}
    return reply


def test_an_answer_may_be_cut_at_every_place() -> None:
    typed, whole = a_server(SHORT), a_server(SHORT).whole(SHORT)
    for place in range(1, len(whole)):
        typed.cuts = [place]
        reply = ran(typed)
        assert (reply.text, reply.usage["inputTokens"], reply.usage["outputTokens"]) == ("価🚀\u2028", 20, 3), place


def test_an_answer_may_come_byte_by_byte() -> None:
    reply = ran(a_server(SHORT, cuts=range(1, len(a_server(SHORT).whole(SHORT)))))
    assert (reply.text, reply.usage) == ("価🚀\u2028", {"inputTokens": 20, "outputTokens": 3})


def test_json_by_a_schema_may_be_cut_in_the_middle_of_a_value() -> None:
    typed = a_server([*map(says, '["価格", "a\\"b"]'), the_end(written=9)])
    reply = ran(typed, a_request(response_format="json", response_schema=IDEAS))
    assert json.loads(reply.text) == ["価格", 'a"b']
    config = typed.asked[0].body["generationConfig"]
    assert config == {"responseMimeType": "application/json", "responseJsonSchema": IDEAS}
    assert "askedAgain" not in reply.usage


def test_json_that_does_not_fit_is_asked_for_once_more_and_both_are_counted() -> None:
    typed = a_server([says("{}"), the_end(written=1)], [says('["a"]', read=30), the_end(read=30, written=2)])
    reply = ran(typed, a_request(response_format="json", response_schema=IDEAS))
    assert (reply.text, reply.usage["inputTokens"], reply.usage["outputTokens"]) == ('["a"]', 50, 5)
    assert "is not of type 'array'" in typed.asked[1].body["contents"][-1]["parts"][-1]["text"]


def test_what_its_owner_has_set_is_sent() -> None:
    typed = a_server([says("- Pr"), the_end("MAX_TOKENS", written=50)])
    reply = ran(typed, **OPTIONS)
    config = {"temperature": 0.25, "maxOutputTokens": 50, "stopSequences": ["END", "\n\n"]}
    assert typed.asked[0].body["generationConfig"] == config
    assert typed.asked[0].headers["x-goog-api-key"] == KEY
    assert reply.usage["finish"] == "length"
    assert reply.usage["options"]["stop"] == "engine"


def test_a_node_is_read_for_the_model_and_what_it_signed_goes_back(server: FakeServer, api: Api) -> None:
    typed = a_server(CALLS, [says("It is 5.", read=40), the_end(read=40, written=3)])
    reply = ran(typed, a_request(toolbox=a_toolbox(server, api)), tools=("read_node",))
    model, user = typed.asked[1].body["contents"][-2:]
    assert (model["role"], user["role"]) == ("model", "user")
    assert CALL in model["parts"]
    (told,) = [part["functionResponse"] for part in user["parts"]]
    assert told["name"] == "read_node"
    assert TEXT in told["response"]["output"]
    assert (reply.text, reply.usage["tools"], reply.usage["inputTokens"]) == ("It is 5.", ["read_node"], 60)


def test_what_the_server_would_not_take_is_noticed() -> None:
    typed = a_server(SHORT)
    with typed_server(typed) as server, pytest.raises(EngineError):
        asked(an_engine("gemini", server.url, body={"generationConfig": {"colour": "blue"}}), a_request())
    assert "colour" in typed.wrong[0]


def by_its_own_client(url: str, body: dict[str, Any]) -> str:
    """With what stands in our body, given to it as its users give it."""
    from google import genai
    from google.genai import types

    config = types.GenerateContentConfig(
        system_instruction=body["systemInstruction"]["parts"][0]["text"],
        **{types_name(name): value for name, value in body["generationConfig"].items()},
    )
    options = types.HttpOptions(base_url=url, api_version="v1beta")
    with genai.Client(api_key=KEY, http_options=options) as client:
        contents = [types.Content(**content) for content in body["contents"]]
        stream = client.models.generate_content_stream(model=MODEL, contents=contents, config=config)
        return "".join(chunk.text or "" for chunk in stream)


def types_name(name: str) -> str:
    """`maxOutputTokens` as its users write it."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def same(ours: Asked, theirs: Asked) -> None:
    """Of the system's word theirs says that it is the user's, which the API does not look at."""
    assert theirs.body["systemInstruction"].pop("role") == "user"
    assert (ours.route, ours.body) == (theirs.route, theirs.body)
    assert ours.headers["x-goog-api-key"] == theirs.headers["x-goog-api-key"]


def test_its_own_client_sends_and_understands_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """But for tools, whose schema it writes in another of the two ways that the API takes."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    typed = a_server([says('["価'), says('🚀"]'), the_end(written=2)])
    request = a_request(response_format="json", response_schema=IDEAS)
    with typed_server(typed) as there:
        ours = asked(an_engine("gemini", there.url, **OPTIONS), request)
        theirs = by_its_own_client(there.url, typed.asked[0].body)
    assert (typed.wrong, ours.text) == ([], theirs)
    same(*typed.asked)
