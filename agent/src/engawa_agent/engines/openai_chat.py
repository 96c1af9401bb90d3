"""A request in the words of the OpenAI chat API, and an answer out of them, streamed or whole."""

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engawa_agent.engines import Progress, Reply, Request
from engawa_agent.engines.complaint import cleaned
from engawa_agent.engines.exchange import Server, post
from engawa_agent.errors import EngineError


def body(request: Request, model: str) -> dict[str, Any]:
    """The request's body: text only, no tools. `stream_options` asks for the usage at the end."""
    fields: dict[str, Any] = {
        "messages": request.messages(),
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    if model:
        fields["model"] = model
    if request.response_schema is not None:
        schema = {"name": "answer", "schema": dict(request.response_schema)}
        fields["response_format"] = {"type": "json_schema", "json_schema": schema}
    return fields


def ask(
    server: Server,
    path: str,
    fields: Mapping[str, Any],
    *,
    seconds: float,
    cancel: threading.Event,
    progress: Progress,
) -> Reply:
    """Send a body made by `body` and gather the answer. Raises Cancelled or EngineError."""
    answer = Answer(progress, [server.key])
    progress("reading", 0)
    post(server, path, fields, cancel=cancel, seconds=seconds, on_line=answer.feed)
    return answer.reply()


@dataclass
class Answer:
    """What has arrived so far. Tool calls that nobody offered are ignored: only `content` is read."""

    progress: Progress
    secrets: list[str] = field(default_factory=list, repr=False)
    parts: list[str] = field(default_factory=list)
    usage: dict[str, Any] = field(default_factory=dict)
    length: int = 0
    whole: list[str] = field(default_factory=list)

    def feed(self, line: str) -> None:
        """One line: an event of a stream, or a piece of the one document of a server that does not stream."""
        if line.startswith("data:"):
            data = line.removeprefix("data:").strip()
            if data and data != "[DONE]":
                self._take(_json(data))
        elif not line.startswith((":", "event:", "id:", "retry:")):
            self.whole.append(line)

    def reply(self) -> Reply:
        document = "\n".join(self.whole).strip()
        if document:
            self._take(_json(document))
        return Reply("".join(self.parts), self.usage)

    def _take(self, event: Any) -> None:
        if not isinstance(event, dict):
            raise EngineError("The model server answered something that is no chat answer.", True, "bad_answer")
        if "error" in event:
            raise EngineError(
                f"The model server broke off: {cleaned(_message(event['error']), self.secrets)}", True, "engine_away"
            )
        for choice in (event.get("choices") or [])[:1]:
            self._add(_content(choice))
            if choice.get("finish_reason"):
                self.usage["finish"] = choice["finish_reason"]
        if isinstance(event.get("usage"), dict):
            self.usage["inputTokens"] = event["usage"].get("prompt_tokens")
            self.usage["outputTokens"] = event["usage"].get("completion_tokens")
            details = event["usage"].get("prompt_tokens_details") or {}
            self.usage |= {"cachedTokens": details["cached_tokens"]} if "cached_tokens" in details else {}

    def _add(self, text: str) -> None:
        if text:
            self.parts.append(text)
            self.length += len(text)
            self.progress("writing", self.length)


def _content(choice: Mapping[str, Any]) -> str:
    said = choice.get("delta") or choice.get("message") or {}
    content = said.get("content")
    return content if isinstance(content, str) else ""


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise EngineError("The model server answered something that is no JSON.", True, "bad_answer") from error


def _message(error: Any) -> str:
    return str(error.get("message", error)) if isinstance(error, dict) else str(error)
