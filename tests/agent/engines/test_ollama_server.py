"""Ollama's engine and Ollama's own client at the same server: the same is sent, the same is understood.

Slow, because the client takes long to import, and because each place of an answer is cut at once.
"""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from engawa_agent.api import Api
from engawa_agent.engines import Reply, Request
from engawa_agent.engines.ollama import _address
from engawa_agent.errors import EngineError
from tests.agent.engines.apis import KEY, MODEL, an_engine, asked
from tests.agent.engines.reading import NOTE, TEXT, a_toolbox
from tests.agent.engines.typed_server import Asked, Chunk, Typed, typed_server
from tests.agent.fake_server import FakeServer
from tests.agent.makers import a_request

pytestmark = pytest.mark.slow
IDEAS = {"type": "array", "items": {"type": "string"}, "minItems": 1}
OPTIONS: dict[str, Any] = {"temperature": 0.25, "max_tokens": 50, "stop": ("END", "\n\n")}


def chunk_type() -> Any:
    from ollama import ChatResponse

    return ChatResponse


def a_chunk(content: str, **fields: Any) -> Chunk:
    message = {"role": "assistant", "content": content, **fields.pop("message", {})}
    return {"model": MODEL, "created_at": "2026-11-29T08:00:02.000001Z", "message": message, "done": False, **fields}


def the_end(read: int, written: int, why: str = "stop") -> Chunk:
    times = {"total_duration": 5, "load_duration": 1, "prompt_eval_duration": 2, "eval_duration": 2}
    counts = {"prompt_eval_count": read, "eval_count": written}
    return a_chunk("", done=True, done_reason=why, **counts, **times)


SHORT = [a_chunk("価🚀\u2028"), the_end(20, 3)]
CALLS = [
    a_chunk("", message={"tool_calls": [{"function": {"name": "read_node", "arguments": {"id": NOTE}}}]}),
    the_end(20, 3),
]


def a_server(*answers: Sequence[Chunk], cuts: Sequence[int] | None = None) -> Typed:
    return Typed("ollama", chunk_type(), list(answers), cuts)


def ran(typed: Typed, request: Request | None = None, **settings: Any) -> Reply:
    with typed_server(typed) as server:
        reply = asked(an_engine("ollama", server.url, **settings), request or a_request())
    assert typed.wrong == []
    return reply


def test_an_answer_may_be_cut_at_every_place() -> None:
    whole = a_server(SHORT).whole(SHORT)
    typed = a_server(SHORT)
    for place in range(1, len(whole)):
        typed.cuts = [place]
        reply = ran(typed)
        assert (reply.text, reply.usage["inputTokens"], reply.usage["outputTokens"]) == ("価🚀\u2028", 20, 3), place


def test_an_answer_may_come_byte_by_byte() -> None:
    reply = ran(a_server(SHORT, cuts=range(1, len(a_server(SHORT).whole(SHORT)))))
    assert (reply.text, reply.usage) == ("価🚀\u2028", {"inputTokens": 20, "outputTokens": 3})


def test_json_by_a_schema_may_be_cut_in_the_middle_of_a_value() -> None:
    text = '["価格", "a\\"b"]'
    answer = [*map(a_chunk, text), the_end(20, 9)]
    typed = a_server(answer)
    reply = ran(typed, a_request(response_format="json", response_schema=IDEAS))
    assert json.loads(reply.text) == ["価格", 'a"b']
    assert typed.asked[0].body["format"] == IDEAS
    assert "askedAgain" not in reply.usage


def test_json_that_does_not_fit_is_asked_for_once_more_and_both_are_counted() -> None:
    typed = a_server([a_chunk("{}"), the_end(20, 1)], [a_chunk('["a"]'), the_end(30, 2)])
    reply = ran(typed, a_request(response_format="json", response_schema=IDEAS))
    assert (reply.text, reply.usage["inputTokens"], reply.usage["outputTokens"]) == ('["a"]', 50, 3)
    assert "is not of type 'array'" in typed.asked[1].body["messages"][-1]["content"]


def test_what_its_owner_has_set_is_sent() -> None:
    typed = a_server([a_chunk("- Pr"), the_end(20, 50, "length")])
    reply = ran(typed, **OPTIONS)
    options = {"temperature": 0.25, "num_predict": 50, "stop": ["END", "\n\n"], "num_ctx": 16_384}
    assert typed.asked[0].body["options"] == options
    assert reply.usage["finish"] == "length"
    assert reply.usage["options"]["max_tokens"] == "engine"


def test_a_node_is_read_for_the_model(server: FakeServer, api: Api) -> None:
    typed = a_server(CALLS, [a_chunk("It is 5."), the_end(40, 4)])
    reply = ran(typed, a_request(toolbox=a_toolbox(server, api)), tools=("read_node",))
    call, result = typed.asked[1].body["messages"][-2:]
    assert call["tool_calls"] == [{"function": {"name": "read_node", "arguments": {"id": NOTE}}}]
    assert (result["role"], result["tool_name"]) == ("tool", "read_node")
    assert TEXT in result["content"]
    assert (reply.text, reply.usage["tools"], reply.usage["inputTokens"]) == ("It is 5.", ["read_node"], 60)


def test_what_the_server_would_not_take_is_noticed() -> None:
    typed = a_server(SHORT)
    with typed_server(typed) as server, pytest.raises(EngineError):
        asked(an_engine("ollama", server.url, body={"colour": "blue"}), a_request())
    assert "colour" in typed.wrong[0]


def by_its_own_client(url: str, body: dict[str, Any]) -> str:
    import ollama

    client = ollama.Client(host=url, headers={"authorization": f"Bearer {KEY}"}, trust_env=False)
    known = {name: body[name] for name in ("messages", "format", "options", "tools") if name in body}
    with_text = [part.message.content or "" for part in client.chat(model=body["model"], stream=True, **known)]
    client._client.close()
    return "".join(with_text)


def same(ours: Asked, theirs: Asked) -> None:
    assert (ours.route, ours.body) == (theirs.route, theirs.body)
    assert ours.headers["authorization"] == theirs.headers["authorization"]


def test_its_own_client_sends_and_understands_the_same(server: FakeServer, api: Api) -> None:
    typed = a_server([a_chunk('["価'), a_chunk('🚀"]'), the_end(20, 3)])
    request = a_request(response_format="json", response_schema=IDEAS, toolbox=a_toolbox(server, api))
    with typed_server(typed) as there:
        ours = asked(an_engine("ollama", there.url, tools=("read_node",), **OPTIONS), request)
        theirs = by_its_own_client(there.url, typed.asked[0].body)
    assert (typed.wrong, ours.text) == ([], theirs)
    same(*typed.asked)


@pytest.mark.parametrize(
    "host",
    [
        "",
        ":8080",
        "box.local",
        "box.local:1",
        "http://box.local",
        "https://box.local/",
        "https://box.local:1234/",
        "[::1]",
        "[::1]:9",
        "box.local/ollama",
        "https://box.local/ollama/",
    ],
)
def test_its_address_is_read_as_its_own_client_reads_it(host: str) -> None:
    """But for 0.0.0.0 and [::], where it listens, and which are no place to go to."""
    from ollama._client import _parse_host

    assert _address(host) == _parse_host(host)
