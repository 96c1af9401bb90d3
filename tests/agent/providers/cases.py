"""Prompts and options, each to be told to every API: the table that `expected/` answers.

After a change that is meant, `python -m tests.agent.providers.cases` writes `expected/` anew, to be read line by line.
"""

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from engawa_agent.providers import anthropic, gemini, ollama, openai_chat, openai_responses
from engawa_agent.providers.api_request import ApiRequest
from engawa_agent.providers.merging import Settled
from engawa_agent.providers.messages import Assistant, Results, System, ToolResult, User
from engawa_agent.providers.options import Choice, Json, Options, Stop
from engawa_agent.providers.prompts import Prompt
from tests.agent.providers.materials import (
    ASKED,
    CALL,
    CLAUDE,
    CONFLICTS,
    COUNT,
    COUNTED,
    DEFAULT,
    FOUND,
    GEMINI,
    MADE_UP,
    NODE,
    OTHER,
    PDF,
    PLAIN,
    PNG,
    POINTS,
    READ,
    SVG,
    WAV,
    asking,
    wanting,
)  # fmt: skip

EXPECTED = Path(__file__).parent / "expected"
REQUESTS: Mapping[str, Callable[[Prompt, Settled], ApiRequest]] = {
    "openai_chat": openai_chat.request,
    "openai_compatible": partial(openai_chat.request, dialect="compatible"),
    "openai_responses": openai_responses.request,
    "anthropic": anthropic.request,
    "gemini": gemini.request,
    "ollama": ollama.request,
}

CASES: Mapping[str, tuple[Prompt, Settled]] = {
    "system and user": (PLAIN, wanting()),
    "no system": (asking(system=""), wanting()),
    "blank system": (asking(system=" \n"), wanting()),
    "system among the initial messages": (asking(System("Be brief."), ASKED, System("Write English.")), wanting()),
    "history": (asking(User("Hello."), Assistant("Hi."), ASKED), wanting()),
    "two of the user's": (asking(User("Hello."), ASKED), wanting()),
    "two of the assistant's": (asking(ASKED, Assistant("One."), Assistant("Two."), User("Go on.")), wanting()),
    "empty turns": (asking(User(" "), Assistant(""), ASKED, Results(())), wanting()),
    "an answer begun": (asking(ASKED, Assistant("- ")), wanting()),
    "scripts and signs": (asking(User('価格 🚀 "x" \\ \u2028 </s>'), system="日本語で。"), wanting()),
    "a tool's round": (asking(ASKED, Assistant("I look.", (CALL,)), Results((FOUND,))), wanting(tools=(READ,))),
    "a call without text": (asking(ASKED, Assistant("", (CALL,)), Results((FOUND,))), wanting(tools=(READ,))),
    "two calls, results apart and in disorder": (
        asking(ASKED, Assistant("", (CALL, OTHER)), Results((COUNTED,)), Results((FOUND,))),
        wanting(tools=(READ, COUNT)),
    ),
    "two rounds": (
        asking(ASKED, Assistant("", (CALL,)), Results((FOUND,)), Assistant("And:", (OTHER,)), Results((COUNTED,))),
        wanting(tools=(READ, COUNT)),
    ),
    "the user goes on after a round": (
        asking(ASKED, Assistant("", (CALL,)), Results((FOUND,)), User("Now sum up.")),
        wanting(tools=(READ,)),
    ),
    "a tool that failed": (
        asking(ASKED, Assistant("", (CALL,)), Results((ToolResult("call_1", "read_node", "No such node.", True),))),
        wanting(tools=(READ,)),
    ),
    "a tool with nothing to say": (
        asking(ASKED, Assistant("", (CALL,)), Results((ToolResult("call_1", "read_node", ""),))),
        wanting(tools=(READ,)),
    ),
    "an answer of Claude's": (
        asking(ASKED, Assistant("I look.", (CALL,), CLAUDE), Results((FOUND,))),
        wanting(tools=(READ,)),
    ),
    "an answer of Gemini's": (
        asking(ASKED, Assistant("I look.", (MADE_UP,), GEMINI), Results((ToolResult("engawa-call-0", "", "価格"),))),
        wanting(tools=(READ,)),
    ),
    "tools": (PLAIN, wanting(tools=(READ, COUNT))),
    "tools of job and engine": (PLAIN, wanting(engine=Options(model="small-1", tools=(COUNT,)), tools=(READ,))),
    "tools explicitly none": (PLAIN, wanting(engine=Options(model="small-1", tools=(COUNT,)), tools=None)),
    "choice auto": (PLAIN, wanting(tools=(READ,), tool_choice=Choice("auto"))),
    "choice required": (PLAIN, wanting(tools=(READ,), tool_choice=Choice("required"))),
    "choice none": (PLAIN, wanting(tools=(READ,), tool_choice=Choice("none"))),
    "choice named": (PLAIN, wanting(tools=(READ, COUNT), tool_choice=Choice("named", "count"))),
    "choice of a stranger": (PLAIN, wanting(tools=(READ,), tool_choice=Choice("named", "shell"))),
    "choice without tools": (PLAIN, wanting(tool_choice=Choice("required"))),
    "schema of an object": (PLAIN, wanting(response_format=Json(POINTS, "points"))),
    "schema of a list": (PLAIN, wanting(response_format=Json(CONFLICTS))),
    "schema with much in it": (PLAIN, wanting(response_format=Json(NODE))),
    "JSON without a schema": (PLAIN, wanting(response_format=Json())),
    "stop": (PLAIN, wanting(stop=Stop(("END",)))),
    "stop added": (PLAIN, wanting(Options(stop=Stop(("END",))), stop=Stop(("###",), adds=True))),
    "stops too many and empty": (PLAIN, wanting(stop=Stop(("", "\n\n", "a", "b", "c", "d", "e")))),
    "temperature nought": (PLAIN, wanting(temperature=0.0)),
    "all by default": (PLAIN, wanting(DEFAULT)),
    "all explicitly none": (
        PLAIN,
        wanting(DEFAULT, temperature=None, max_tokens=None, stop=None, response_format=None, tools=None, stream=None),
    ),
    "most tokens": (PLAIN, wanting(DEFAULT, max_tokens=64)),
    "a picture": (asking(User("What is this?", (PNG,))), wanting()),
    "a picture alone": (asking(User("", (PNG,))), wanting()),
    "a document": (asking(User("What is this?", (PDF,))), wanting()),
    "a sound": (asking(User("What is this?", (WAV,))), wanting()),
    "a drawing that none takes": (asking(User("", (SVG, PNG))), wanting()),
    "streamed": (PLAIN, wanting(stream=True)),
    "a model with a slash": (PLAIN, wanting(model="tunedModels/my model")),
    "asked again": (PLAIN, wanting(temperature=0.7, tools=(READ,)).without("temperature", "tools")),
    "everything": (
        asking(User("Look.", (PNG,)), Assistant("I look.", (CALL,)), Results((FOUND,)), User("Now.")),
        wanting(
            DEFAULT,
            temperature=0.7,
            max_tokens=99,
            stop=Stop(("END",)),
            response_format=Json(POINTS),
            tools=(READ,),
            tool_choice=Choice("auto"),
            stream=True,
        ),
    ),
}


def told(request: ApiRequest) -> dict[str, Any]:
    """All of a request, as `expected/` holds it."""
    return {
        "path": request.path,
        "headers": dict(request.headers),
        "body": dict(request.body),
        "leftOut": [str(each) for each in request.left_out],
        "doubtful": list(request.doubtful),
    }


def expected(api: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((EXPECTED / f"{api}.json").read_text(encoding="utf-8"))
    return found


def _written(api: str) -> str:
    """A line for each field of a body: enough to be read, and to see what a change changes."""
    cases = []
    for name, (prompt, options) in CASES.items():
        told_ = told(REQUESTS[api](prompt, options))
        fields = ",\n".join(f"   {_line(key)}: {_line(value)}" for key, value in told_["body"].items())
        rest = ",\n".join(f"  {_line(key)}: {_line(value)}" for key, value in told_.items() if key != "body" and value)
        cases.append(f' {_line(name)}: {{\n  "body": {{\n{fields}\n  }},\n{rest}\n }}')
    return "{\n" + ",\n".join(cases) + "\n}\n"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    for name in REQUESTS:
        (EXPECTED / f"{name}.json").write_text(_written(name), encoding="utf-8")
