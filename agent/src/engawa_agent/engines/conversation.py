"""A job put to an API: made to fit, asked again without what the server refuses, its tools run for the model."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from engawa_agent.config import EngineSettings
from engawa_agent.engines import Progress, Reply, Request
from engawa_agent.engines.exchange import Server, send
from engawa_agent.engines.trace import Trace
from engawa_agent.engines.window import Window
from engawa_agent.providers import failures, prompts
from engawa_agent.providers.answers import Answer
from engawa_agent.providers.api_request import second_try
from engawa_agent.providers.failures import ProviderError
from engawa_agent.providers.formats import Format
from engawa_agent.providers.merging import Settled, merge
from engawa_agent.providers.options import UNSET, Choice, Json, Options
from engawa_agent.providers.prompts import Prompt
from engawa_text.words import WORDS

# A model that calls tools for ever has to answer with what it knows by then.
MOST_ROUNDS = 4
# How often a text that was too long is made shorter.
MOST_FITS = 3
DEFAULT = Options(stream=True)


def of_request(request: Request) -> Prompt:
    """The instruction as the system's word, the material and the request as the user's."""
    return prompts.of_job(request.instruction, request.context, request.prompt, WORDS[request.locale])


@dataclass(frozen=True)
class Line:
    """An engine's line to its model. `options` are its owner's, `default` its own; `tools` names those that its owner
    has switched on; `body` holds fields of the request's body that only this server knows. `seconds` is the longest
    that an answer may take here, whatever the job would allow.
    """

    server: Server
    api: Format
    options: Options = field(default_factory=Options)
    default: Options = DEFAULT
    tools: tuple[str, ...] = ()
    body: Mapping[str, Any] = field(default_factory=dict)
    window: Window = field(default_factory=Window)
    compose: Callable[[Request], Prompt] = of_request
    seconds: float = inf

    def ask(
        self,
        request: Request,
        cancel: threading.Event,
        progress: Progress,
        clock: Callable[[], float] = time.monotonic,
    ) -> Reply:
        """The answer to a request, within its seconds. Raises Cancelled or EngineError."""
        request = replace(request, seconds=min(request.seconds, self.seconds))
        until = clock() + request.seconds
        options = merge(options_of(request, self.tools), self.options, self.default)
        for last in [False] * MOST_FITS + [True]:
            fitted, note = self.window.fit(request, options.max_tokens or 0)
            talk = _Talk(self, fitted, cancel, progress, lambda: until - clock())
            try:
                return talk.run(options, note)
            except ProviderError as error:
                if error.code != failures.TOO_LONG.code or last:
                    raise
                self.window.learn(error, fitted)
        raise AssertionError("the last try raises")


@dataclass(frozen=True)
class _Talk:
    """`left` gives the seconds that are left for all its rounds together."""

    line: Line
    request: Request
    cancel: threading.Event
    progress: Progress
    left: Callable[[], float]

    def run(self, options: Settled, note: Mapping[str, Any]) -> Reply:
        prompt, trace = self.line.compose(self.request), Trace(dict(note))
        trace.options(options)
        for rounds_left in range(MOST_ROUNDS, -1, -1):
            answer, options = self._answered(prompt, options, trace)
            if not answer.calls or self.request.toolbox is None or not rounds_left:
                break
            trace.called(answer.calls)
            prompt = prompt.after(answer.message(), self.request.toolbox.answer(answer.calls))
            if rounds_left == 1:  # not without the tools: an API that finds calls in the prompt asks what they are
                options = replace(options, tool_choice=Choice("none"))
        return Reply(answer.text, trace.notes)

    def _answered(self, prompt: Prompt, options: Settled, trace: Trace) -> tuple[Answer, Settled]:
        """The answer, and the options that the server took at last."""
        while True:
            request = self.line.api.request(prompt, options).adding(self.line.body)
            try:
                answer = send(
                    self.line.server,
                    request,
                    self.line.api,
                    cancel=self.cancel,
                    seconds=self._seconds(),
                    progress=self.progress,
                )
            except ProviderError as error:
                fewer = second_try(error, request, options)
                if fewer is None:
                    raise
                options = fewer
                continue
            trace.add(answer, request.left_out)
            return answer.offered(tool.name for tool in options.tools), options

    def _seconds(self) -> float:
        if (left := self.left()) <= 0:
            raise failures.timed_out(self.line.server.name, self.request.seconds)
        return left


def line_of(settings: EngineSettings, server: Server, api: Format, model: str, window: Window) -> Line:
    """The line of an engine with its owner's settings, to the model that its check has found."""
    options = replace(settings.options(), model=model or UNSET)
    tools, body = tuple(settings.get("tools", ())), settings.get("body", {})
    return Line(server, api, options, tools=tools, body=body, window=window, seconds=settings.get("timeout", inf))


def options_of(request: Request, switched_on: tuple[str, ...] = ()) -> Options:
    """What the job itself asks for."""
    wanted = request.response_format == "json" or request.response_schema is not None
    tools = request.toolbox.tools(switched_on) if request.toolbox else ()
    return Options(response_format=Json(request.response_schema) if wanted else UNSET, tools=tools or UNSET)
