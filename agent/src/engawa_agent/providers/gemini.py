"""Gemini's generateContent."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from engawa_agent.providers import answers, failures, streaming
from engawa_agent.providers.answers import Answer, Finish
from engawa_agent.providers.api_request import ApiRequest, Leave, LeftOuts, choice, made, present, stops
from engawa_agent.providers.failures import PromptError
from engawa_agent.providers.merging import Settled
from engawa_agent.providers.messages import Assistant, Echo, Media, Results, ToolCall, ToolResult, Turn, User, blank
from engawa_agent.providers.options import Choice, Tool
from engawa_agent.providers.prompts import Prompt, alternating

NAME = "gemini"
_MEDIA = ("image/png", "image/jpeg", "image/webp", "image/hei", "audio/", "video/", "application/pdf")
_MODES = {"auto": "AUTO", "required": "ANY", "none": "NONE", "named": "ANY"}
_FINISH: Mapping[str, Finish] = {"STOP": "stop", "MAX_TOKENS": "length"}
_FILTERED = re.compile("SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII|MODEL_ARMOR")
_BROKEN = re.compile("MALFORMED|UNEXPECTED_TOOL_CALL|TOO_MANY_TOOL_CALLS")


def request(prompt: Prompt, options: Settled) -> ApiRequest:
    """For `{base}/v1beta/models/...`, the model in the path. Raises PromptError without a model, and ProviderError for
    what must not be left out.
    """
    left = LeftOuts()
    config = _config(options, left.leave)
    body = {
        "systemInstruction": None if blank(prompt.system) else {"parts": [{"text": prompt.system}]},
        "contents": _contents(prompt, left.leave),
        "generationConfig": config,
        "tools": [{"functionDeclarations": [_tool(tool) for tool in options.tools]}] if options.tools else [],
        "toolConfig": _choice(choice(options, left.leave)),
    }
    doubtful = {"temperature": config.get("temperature"), "response_format": config.get("responseMimeType")}
    return made(_path(options), body, options, left, doubtful=doubtful)


def answer(body: bytes, status: int, headers: Mapping[str, str], secrets: Iterable[str] = ()) -> Answer:
    """Raises ProviderError, without `secrets` in its text."""
    return answers.read(body, status, headers, _answer, secrets)


def decoder(secrets: Iterable[str] = ()) -> streaming.Decoder:
    return streaming.events(_Chunks(), _answer, secrets)


def _path(options: Settled) -> str:
    if not options.model:
        raise PromptError("No model is set for Gemini; name one, such as gemini-flash-latest.")
    folder, _, name = options.model.partition("/")
    if folder not in ("models", "tunedModels"):
        folder, name = "models", options.model
    method = "streamGenerateContent?alt=sse" if options.stream else "generateContent"
    return f"/v1beta/{folder}/{quote(name, safe='')}:{method}"


def _config(options: Settled, leave: Leave) -> dict[str, Any]:
    wanted = options.response_format
    return present(
        {
            "temperature": options.temperature,
            "maxOutputTokens": options.max_tokens,
            "stopSequences": stops(options, leave, at_most=5),
            "responseMimeType": "application/json" if wanted else None,
            "responseJsonSchema": dict(wanted.schema) if wanted and wanted.schema else None,
        }
    )


def _contents(prompt: Prompt, leave: Leave) -> list[dict[str, Any]]:
    sides = alternating(prompt.turns, lambda turn: _parts(turn, leave))
    return [{"role": "model" if models else "user", "parts": parts} for models, parts in sides]


def _parts(turn: Turn, leave: Leave) -> list[dict[str, Any]]:
    match turn:
        case User():
            return [*(_media(media, leave) for media in turn.media), *_text(turn.text)]
        case Assistant(echo=Echo(api=api, content=content)) if api == NAME:
            kept = {call.id for call in turn.calls}
            return [dict(part) for part, id_ in _with_ids(content) if id_ is None or id_ in kept]
        case Assistant():
            return [*_text(turn.text), *map(_call, turn.calls)]
        case Results():
            return [_result(result) for result in turn.results]


def _text(text: str) -> list[dict[str, Any]]:
    return [] if blank(text) else [{"text": text}]


def _media(media: Media, leave: Leave) -> dict[str, Any]:
    if media.mime.startswith(_MEDIA):
        return {"inlineData": {"mimeType": media.mime, "data": media.base64}}
    leave("media", f"{media.mime} cannot be sent to this API")
    return {"text": media.stand_in}


def _call(call: ToolCall) -> dict[str, Any]:
    return {"functionCall": present({"id": _own(call.id), "name": call.name}) | {"args": dict(call.arguments)}}


def _result(result: ToolResult) -> dict[str, Any]:
    response = {"error" if result.failed else "output": result.text}
    return {"functionResponse": present({"id": _own(result.id), "name": result.name}) | {"response": response}}


def _own(id_: str) -> str | None:
    """An id that was made up for the API is not told to it."""
    return None if id_.startswith(answers.MADE_UP) else id_


def _tool(tool: Tool) -> dict[str, Any]:
    return present({"name": tool.name, "description": tool.description, "parametersJsonSchema": dict(tool.schema)})


def _choice(chosen: Choice | None) -> dict[str, Any] | None:
    if chosen is None:
        return None
    names = [chosen.tool] if chosen.kind == "named" else []
    return {"functionCallingConfig": present({"mode": _MODES[chosen.kind], "allowedFunctionNames": names})}


def _with_ids(parts: Iterable[Mapping[str, Any]]) -> Iterable[tuple[Mapping[str, Any], str | None]]:
    """Each part, and the id of the call that it is; not all models give their calls one."""
    number = 0
    for part in parts:
        if "functionCall" in part:
            yield part, part["functionCall"].get("id") or answers.made_up(number)
            number += 1
        else:
            yield part, None


def _answer(document: Mapping[str, Any]) -> Answer:
    if blocked := (document.get("promptFeedback") or {}).get("blockReason"):
        raise failures.failure(failures.FILTERED, str(blocked))
    candidate = document["candidates"][0]
    why = candidate.get("finishReason")
    for pattern, kind in ((_FILTERED, failures.FILTERED), (_BROKEN, failures.BAD_ANSWER)):
        if pattern.search(str(why)):
            raise failures.failure(kind, candidate.get("finishMessage") or why)
    parts = (candidate.get("content") or {}).get("parts") or []
    text = "".join(part.get("text", "") for part in parts if not part.get("thought"))
    calls = tuple(
        answers.call(id_, 0, part["functionCall"]["name"], part["functionCall"].get("args") or {})
        for part, id_ in _with_ids(parts)
        if id_ is not None
    )
    echo = Echo(NAME, tuple(parts)) if calls else None
    return Answer(text, calls, answers.finished(why, _FINISH, calls), _usage(document.get("usageMetadata") or {}), echo)


def _usage(usage: Mapping[str, Any]) -> dict[str, int]:
    """Thoughts are counted apart from the answer, and what tools were told apart from the prompt."""
    read = answers.total(usage.get("promptTokenCount"), usage.get("toolUsePromptTokenCount"))
    written = answers.total(usage.get("candidatesTokenCount"), usage.get("thoughtsTokenCount"))
    return answers.counts(inputTokens=read, outputTokens=written, cachedTokens=usage.get("cachedContentTokenCount"))


@dataclass
class _Chunks:
    """Each event is an answer of its own, with some more parts."""

    ended: bool = False
    marks_its_end: bool = False
    rest: dict[str, Any] = field(default_factory=dict)
    candidate: dict[str, Any] = field(default_factory=dict)
    parts: list[dict[str, Any]] = field(default_factory=list)

    def add(self, event: Mapping[str, Any]) -> int:
        self.rest |= present(event)
        candidate = (event.get("candidates") or [{}])[0]
        self.candidate |= present(candidate)
        self.ended = "finishReason" in self.candidate or "promptFeedback" in self.rest
        return sum(map(self._part, (candidate.get("content") or {}).get("parts") or []))

    def document(self) -> Mapping[str, Any]:
        return {**self.rest, "candidates": [{**self.candidate, "content": {"parts": self.parts}}]}

    def _part(self, part: Mapping[str, Any]) -> int:
        """Plain text goes on in one part; one that is signed stays by itself, as its signature is for it alone."""
        before = self.parts[-1] if self.parts else {}
        if before.keys() == part.keys() and part.keys() <= {"text", "thought"}:
            before["text"] += part["text"]
        else:
            self.parts.append(dict(part))
        return 0 if part.get("thought") else len(part.get("text", ""))
