"""What a model may ask for while it answers: tools by name, run here, their results told back to it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engawa_agent.api import Api
from engawa_agent.providers.messages import Results, ToolCall, ToolResult
from engawa_agent.providers.options import Tool

LONGEST = 8_000  # characters of a result: the model has to read it, and its window holds the job's text too


class ToolFailed(Exception):
    """Why a tool has no result, in a sentence for the model."""


@dataclass(frozen=True)
class ToolContext:
    """What a tool has to work with: the agent's own access to its workspace, and the job that it serves."""

    api: Api
    job: Mapping[str, Any]


@dataclass(frozen=True)
class Handler:
    """A tool, and what runs when a model calls it. `run` raises ToolFailed."""

    tool: Tool
    run: Callable[[ToolContext, Mapping[str, Any]], str]


@dataclass(frozen=True)
class Toolbox:
    """The tools that a job's type allows and this agent has. An engine offers those that its owner has switched on."""

    handlers: tuple[Handler, ...]
    context: ToolContext

    def tools(self, names: Iterable[str]) -> tuple[Tool, ...]:
        return tuple(handler.tool for handler in self.handlers if handler.tool.name in set(names))

    def answer(self, calls: Iterable[ToolCall]) -> Results:
        """What came of each call; one that failed says so to the model, which may do without."""
        return Results(tuple(map(self._result, calls)))

    def _result(self, call: ToolCall) -> ToolResult:
        try:
            text = self._run(call)
        except ToolFailed as failed:
            return ToolResult(call.id, call.name, str(failed), failed=True)
        rest = len(text) - LONGEST
        return ToolResult(call.id, call.name, text if rest <= 0 else f"{text[:LONGEST]}\n({rest} more characters)")

    def _run(self, call: ToolCall) -> str:
        handler = next((handler for handler in self.handlers if handler.tool.name == call.name), None)
        if handler is None:
            raise ToolFailed(f"There is no tool {call.name}.")
        if call.unreadable:
            raise ToolFailed(f"Its arguments are no JSON object: {call.unreadable[:200]}")
        return handler.run(self.context, call.arguments)


def of_job(job: Mapping[str, Any], handlers: Mapping[str, Handler], api: Api) -> Toolbox:
    """With the tools that the job allows. Those that this agent does not know do nothing."""
    payload = job.get("payload")
    allowed = payload.get("tools") if isinstance(payload, dict) else None
    names = [name for name in allowed if isinstance(name, str)] if isinstance(allowed, list) else []
    return Toolbox(tuple(handlers[name] for name in dict.fromkeys(names) if name in handlers), ToolContext(api, job))
