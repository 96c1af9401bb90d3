"""A job put to an API: fitted, asked again without what is refused, its tools run, what was left out told."""

import json
import threading
from typing import Any

import pytest

from engawa_agent.api import Api
from engawa_agent.engines import Reply, Request
from engawa_agent.engines.conversation import MOST_ROUNDS, Line
from engawa_agent.engines.exchange import Server
from engawa_agent.engines.window import Window
from engawa_agent.errors import EngineError
from engawa_agent.providers import openai_compatible
from engawa_agent.providers.options import Options, Tool
from engawa_agent.toolbox import Handler, Toolbox, ToolContext, ToolFailed
from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import a_job, a_request, no_progress

CHAT = "POST /chat/completions"
NOBODY = Api("http://127.0.0.1:9")
BOARD = "# Board: Launch (200 items)\n\n## Items\n" + "".join(f'- [sticky:yellow] "note {n}"\n' for n in range(200))


def said(text: str = "", *calls: str, **arguments: Any) -> Answer:
    told = [
        {"id": f"call-{n}", "function": {"name": name, "arguments": json.dumps(arguments)}}
        for n, name in enumerate(calls)
    ]
    choice = {"message": {"content": text, "tool_calls": told}, "finish_reason": "tool_calls" if calls else "stop"}
    return Answer(200, {"choices": [choice], "usage": {"prompt_tokens": 10, "completion_tokens": 2}})


def a_line(server: FakeServer, **fields: Any) -> Line:
    return Line(Server(server.url), openai_compatible, **fields)


def asked(line: Line, request: Request | None = None) -> Reply:
    return line.ask(request or a_request(), threading.Event(), no_progress)


def weather(context: ToolContext, arguments: Any) -> str:
    if arguments.get("city") == "Atlantis":
        raise ToolFailed("There is no such city.")
    return f"Rain in {arguments.get('city', 'nowhere')}"


def with_tool(**fields: Any) -> Request:
    """Its tool asks nobody, so it needs no server."""
    handler = Handler(Tool("weather", "The weather of a city."), weather)
    return a_request(toolbox=Toolbox((handler,), ToolContext(NOBODY, a_job())), **fields)


def test_a_tool_is_run_and_its_result_told(server: FakeServer) -> None:
    server.on(CHAT, said("", "weather", city="Rome"), said("It rains."))
    reply = asked(a_line(server, tools=("weather",)), with_tool())
    first, second = server.asked(CHAT)
    assert [tool["function"]["name"] for tool in first["tools"]] == ["weather"]
    assert second["messages"][-1] == {"role": "tool", "tool_call_id": "call-0", "content": "Rain in Rome"}
    assert (reply.text, reply.usage["tools"]) == ("It rains.", ["weather"])
    assert (reply.usage["inputTokens"], reply.usage["outputTokens"]) == (20, 4)


def test_a_tool_that_fails_tells_the_model_so(server: FakeServer) -> None:
    server.on(CHAT, said("", "weather", city="Atlantis"), said("Nobody knows."))
    assert asked(a_line(server, tools=("weather",)), with_tool()).text == "Nobody knows."
    assert server.asked(CHAT)[1]["messages"][-1]["content"] == "Error: There is no such city."


def test_a_tool_that_its_owner_has_not_switched_on_is_not_offered_and_not_run(server: FakeServer) -> None:
    server.on(CHAT, said("I would ask.", "weather", city="Rome"))
    assert asked(a_line(server), with_tool()).text == "I would ask."
    assert "tools" not in server.asked(CHAT)[0]


def test_a_call_of_what_was_not_offered_is_ignored(server: FakeServer) -> None:
    server.on(CHAT, said("Done.", "shell", command="rm"))
    assert asked(a_line(server, tools=("weather",)), with_tool()).text == "Done."
    assert len(server.asked(CHAT)) == 1


def test_a_model_that_calls_for_ever_has_to_answer_at_last(server: FakeServer) -> None:
    server.on(CHAT, said("Still looking.", "weather", city="Rome"))
    assert asked(a_line(server, tools=("weather",)), with_tool()).text == "Still looking."
    sent = server.asked(CHAT)
    assert [body.get("tool_choice") for body in sent] == [None] * MOST_ROUNDS + ["none"]


def test_what_a_server_refuses_is_left_out_and_told(server: FakeServer) -> None:
    server.on(CHAT, error(400, message="temperature is not supported"), said("Fine."))
    reply = asked(a_line(server, options=Options(temperature=0.3)))
    assert "temperature" not in server.asked(CHAT)[1]
    assert reply.usage["leftOut"] == ["temperature: the server refused it, so it was asked again without"]
    assert reply.usage["options"] == {"temperature": "engine"}


def test_what_does_not_fit_is_thinned_before_it_is_sent(server: FakeServer) -> None:
    server.on(CHAT, said("Short."))
    reply = asked(a_line(server, window=Window(1000)), a_request(context=BOARD))
    text = server.asked(CHAT)[0]["messages"][-1]["content"]
    assert "# Board: Launch" in text
    assert len(text) < len(BOARD) / 2
    assert reply.usage["window"] == 1000
    assert reply.usage["thinned"]["leftOut"] > 50


def test_a_refusal_teaches_the_window(server: FakeServer) -> None:
    server.on(CHAT, error(400, message="maximum context length is 1000 tokens"), said("Short."))
    window = Window()
    assert asked(a_line(server, window=window), a_request(context=BOARD)).text == "Short."
    assert window.tokens == 1000
    first, second = (len(body["messages"][-1]["content"]) for body in server.asked(CHAT))
    assert second < first


def test_a_refusal_without_a_number_teaches_too(server: FakeServer) -> None:
    too_long = error(400, message="the prompt is too long")
    server.on(CHAT, too_long, too_long, said("Short."))
    assert asked(a_line(server), a_request(context=BOARD)).text == "Short."
    sizes = [len(body["messages"][-1]["content"]) for body in server.asked(CHAT)]
    assert sizes[0] > sizes[1] > sizes[2]


def test_a_server_that_finds_everything_too_long_is_not_asked_for_ever(server: FakeServer) -> None:
    server.on(CHAT, error(400, message="maximum context length is 300 tokens"))
    with pytest.raises(EngineError) as failed:
        asked(a_line(server), a_request(context=BOARD))
    assert (failed.value.code, failed.value.retryable) == ("too_long", False)
    assert len(server.asked(CHAT)) <= 4


def test_all_rounds_together_have_the_time_of_one_job(server: FakeServer) -> None:
    server.on(CHAT, said("", "weather", city="Rome"))
    clock = iter([0.0, 1.0, 11.0])
    line = a_line(server, tools=("weather",))
    with pytest.raises(EngineError) as failed:
        line.ask(with_tool(seconds=10.0), threading.Event(), no_progress, lambda: next(clock))
    assert failed.value.code == "silent"
