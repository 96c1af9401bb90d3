"""One request to a model's HTTP server: the answer is read as it arrives, and a cancel event ends it at once."""

import asyncio
import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx

from engawa_agent.api import is_loopback
from engawa_agent.engines import Progress
from engawa_agent.errors import Cancelled, EngineError
from engawa_agent.providers import complaints, failures
from engawa_agent.providers.answers import Answer, json_or_none
from engawa_agent.providers.api_request import ApiRequest
from engawa_agent.providers.formats import Format

ANSWER_LIMIT = 4_000_000  # bytes on the wire: a stream of one token a line is some 250 bytes a token
LOOK_SECONDS = 0.05
CHECK_SECONDS = 2.0
AUTHORIZATION = "authorization"


@dataclass(frozen=True)
class Server:
    """Where a model is served. `key` goes into `key_header` and is struck out of what is said of a failure."""

    url: str
    key: str = field(default="", repr=False)
    key_header: str = AUTHORIZATION

    @property
    def headers(self) -> dict[str, str]:
        if not self.key:
            return {}
        return {self.key_header: f"Bearer {self.key}" if self.key_header == AUTHORIZATION else self.key}

    @property
    def name(self) -> str:
        return urlsplit(self.url).netloc.rpartition("@")[2]


def call(
    server: Server,
    path: str,
    body: Mapping[str, Any] | None = None,
    *,
    headers: Mapping[str, str] | None = None,
    seconds: float = CHECK_SECONDS,
) -> Any:
    """The JSON that `path` answers at once, to a GET or, with a body, to a POST. Raises EngineError."""
    method, content = ("GET", None) if body is None else ("POST", _encoded(body))
    try:
        with httpx.Client(**_manners(server, seconds)) as client:
            response = client.request(method, server.url + path, content=content, headers=dict(headers or {}))
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise _failure(error, server, seconds) from error
    document = json_or_none(response.text)
    if response.status_code != 200:
        raise complaints.from_status(response.status_code, response.headers, document, response.text, [server.key])
    if document is None:
        raise failures.failure(failures.BAD_ANSWER)
    return document


def send(
    server: Server,
    request: ApiRequest,
    api: Format,
    *,
    cancel: threading.Event,
    seconds: float,
    progress: Progress,
) -> Answer:
    """What the model answers. Raises Cancelled, or EngineError when there is no answer within `seconds`."""
    try:
        return asyncio.run(_until(cancel, _sent(server, request, api, seconds, progress), seconds))
    except (TimeoutError, httpx.TimeoutException) as error:
        raise failures.timed_out(server.name, seconds) from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise _failure(error, server, seconds) from error


async def _until(cancel: threading.Event, sending: Any, seconds: float) -> Answer:
    """Closing the connection is how a model server learns that nobody waits any more."""
    task = asyncio.ensure_future(sending)
    try:
        async with asyncio.timeout(seconds):
            while not task.done():
                if cancel.is_set():
                    raise Cancelled
                await asyncio.wait([task], timeout=LOOK_SECONDS)
            answer: Answer = await task
            return answer
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _sent(server: Server, request: ApiRequest, api: Format, seconds: float, progress: Progress) -> Answer:
    headers = {"content-type": "application/json", **request.headers}
    progress("reading", 0)  # until the first of the answer comes, the model reads
    async with (
        httpx.AsyncClient(**_manners(server, seconds)) as client,
        client.stream("POST", server.url + request.path, content=_encoded(request.body), headers=headers) as response,
    ):
        if response.status_code == 200 and request.streams:
            return await _streamed(response, api, server, progress)
        body = b"".join([piece async for piece in _pieces(response)])
        return api.answer(body, response.status_code, response.headers, [server.key])


async def _streamed(response: httpx.Response, api: Format, server: Server, progress: Progress) -> Answer:
    decoder = api.decoder([server.key])
    async for piece in _pieces(response):
        for phase, amount in decoder.feed(piece):
            progress(phase, amount)
    return decoder.end()


async def _pieces(response: httpx.Response) -> Any:
    """As they come: nothing was to be compressed, so that a small answer cannot unfold into a large one."""
    total = 0
    async for piece in response.aiter_raw():
        total += len(piece)
        if total > ANSWER_LIMIT:
            message = f"The model server sent more than {ANSWER_LIMIT:,} bytes; check that its address is the API's."
            raise EngineError(message, False, "output_limit")
        yield piece


def _encoded(body: Mapping[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")


def _manners(server: Server, seconds: float) -> dict[str, Any]:
    """No redirect: it would carry the text elsewhere. A proxy only for what is not on this machine."""
    return {
        "headers": {**server.headers, "accept-encoding": "identity"},
        "timeout": httpx.Timeout(seconds, connect=min(seconds, 5.0)),
        "follow_redirects": False,
        "trust_env": not is_loopback(server.url),
    }


def _failure(error: Exception, server: Server, seconds: float) -> EngineError:
    if isinstance(error, httpx.TimeoutException):
        return failures.timed_out(server.name, seconds)
    if isinstance(error, httpx.ConnectError):
        return failures.no_connection(server.name)
    return failures.failure(failures.BROKE_OFF, f"{server.name}: {error}", secrets=[server.key])
