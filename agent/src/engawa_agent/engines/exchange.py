"""One request to a model's HTTP server: the answer is read as it arrives, and a cancel event ends it at once."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
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

T = TypeVar("T")


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
        try:
            return urlsplit(self.url).netloc.rpartition("@")[2]
        except ValueError:  # it cannot be spoken to either, which says why
            return self.url


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
    reading = _called(server, method, path, content, headers or {}, seconds)
    status, told, raw = _run(server, threading.Event(), reading, seconds)
    text = raw.decode("utf-8", "replace")
    document = json_or_none(text)
    if status != 200:
        raise complaints.from_status(status, told, document, text, [server.key])
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
    return _run(server, cancel, _sent(server, request, api, seconds, progress), seconds)


def _run(server: Server, cancel: threading.Event, sending: Coroutine[Any, Any, T], seconds: float) -> T:
    """In a loop of its own, which does not wait for a name to be resolved that nobody wants any more, as `asyncio.run`
    would.
    """
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(_until(cancel, sending, seconds))
    except (TimeoutError, httpx.TimeoutException) as error:
        raise failures.timed_out(server.name, seconds) from error
    except httpx.ConnectError as error:
        raise failures.no_connection(server.name) from error
    except (httpx.HTTPError, httpx.InvalidURL, ExceptionGroup) as error:
        raise failures.failure(failures.BROKE_OFF, f"{server.name}: {error}", secrets=[server.key]) from error
    finally:
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


async def _until(cancel: threading.Event, sending: Coroutine[Any, Any, T], seconds: float) -> T:
    """Closing the connection is how a model server learns that nobody waits any more."""
    task = asyncio.ensure_future(sending)
    try:
        async with asyncio.timeout(seconds):
            while not task.done():
                if cancel.is_set():
                    raise Cancelled
                await asyncio.wait([task], timeout=LOOK_SECONDS)
            return await task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _called(
    server: Server, method: str, path: str, content: bytes | None, headers: Mapping[str, str], seconds: float
) -> tuple[int, Mapping[str, str], bytes]:
    async with (
        httpx.AsyncClient(**_manners(server, seconds)) as client,
        client.stream(method, server.url + path, content=content, headers=dict(headers)) as response,
    ):
        return response.status_code, response.headers, await _whole(response)


async def _sent(server: Server, request: ApiRequest, api: Format, seconds: float, progress: Progress) -> Answer:
    headers = {"content-type": "application/json", **request.headers}
    progress("reading", 0)  # until the first of the answer comes, the model reads
    async with (
        httpx.AsyncClient(**_manners(server, seconds)) as client,
        client.stream("POST", server.url + request.path, content=_encoded(request.body), headers=headers) as response,
    ):
        if response.status_code == 200 and request.streams:
            return await _streamed(response, api, server, progress)
        return api.answer(await _whole(response), response.status_code, response.headers, [server.key])


async def _streamed(response: httpx.Response, api: Format, server: Server, progress: Progress) -> Answer:
    """What has come to its end is taken, whatever becomes of the connection."""
    decoder = api.decoder([server.key])
    try:
        async for piece in _pieces(response):
            for phase, amount in decoder.feed(piece):
                progress(phase, amount)
            if decoder.is_over:
                break
    except httpx.HTTPError:
        if not decoder.has_ended:
            raise
    return decoder.end()


async def _whole(response: httpx.Response) -> bytes:
    return b"".join([piece async for piece in _pieces(response)])


async def _pieces(response: httpx.Response) -> AsyncIterator[bytes]:
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
        # Without encryption there is no certificate to check, and to load those to check it by takes 45 ms.
        "verify": not server.url.startswith("http://"),
    }
