"""One request to a model's HTTP server: the answer is read line by line, and a cancel event ends it at once."""

import asyncio
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx

from engawa_agent.api import is_loopback
from engawa_agent.engines.complaint import cleaned, from_status
from engawa_agent.errors import Cancelled, EngineError

ANSWER_LIMIT = 4_000_000  # bytes on the wire: a stream of one token a line is some 250 bytes a token
LOOK_SECONDS = 0.05


@dataclass(frozen=True)
class Server:
    """Where a model is served. `key` goes into the header and is struck out of what is said of a failure."""

    url: str
    key: str = field(default="", repr=False)

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.key}"} if self.key else {}

    @property
    def name(self) -> str:
        return urlsplit(self.url).netloc


def call(server: Server, path: str, body: Mapping[str, Any] | None = None, seconds: float = 2.0) -> Any:
    """The JSON that `path` answers at once, to a GET or, with a body, to a POST. Raises EngineError."""
    try:
        with httpx.Client(**_manners(server, seconds)) as client:
            response = client.get(server.url + path) if body is None else client.post(server.url + path, json=body)
            if response.status_code != 200:
                raise from_status(response.status_code, response.text, [server.key])
            return response.json()
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        raise _failure(error, server) from error


def post(
    server: Server,
    path: str,
    body: Mapping[str, Any],
    *,
    cancel: threading.Event,
    seconds: float,
    on_line: Callable[[str], None],
) -> None:
    """Send `body` and hand over each line of the answer. Raises Cancelled or EngineError."""
    sending = _send(server, path, body, seconds, on_line)
    try:
        asyncio.run(_until(cancel, sending, seconds))
    except TimeoutError as error:
        raise EngineError(f"{server.name} gave no answer within {seconds:.0f} s.", True, "silent") from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise _failure(error, server) from error


async def _until(cancel: threading.Event, sending: Any, seconds: float) -> None:
    """Closing the connection is how a model server learns that nobody waits any more."""
    task = asyncio.ensure_future(sending)
    try:
        async with asyncio.timeout(seconds):
            while not task.done():
                if cancel.is_set():
                    raise Cancelled
                await asyncio.wait([task], timeout=LOOK_SECONDS)
            await task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _send(
    server: Server, path: str, body: Mapping[str, Any], seconds: float, on_line: Callable[[str], None]
) -> None:
    content = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
    headers = {"content-type": "application/json"}
    async with (
        httpx.AsyncClient(**_manners(server, seconds)) as client,
        client.stream("POST", server.url + path, content=content, headers=headers) as response,
    ):
        if response.status_code != 200:
            raise from_status(response.status_code, (await response.aread()).decode("utf-8", "replace"), [server.key])
        async for line in response.aiter_lines():
            if response.num_bytes_downloaded > ANSWER_LIMIT:
                raise EngineError(f"More than {ANSWER_LIMIT} bytes came back.", False, "output_limit")
            on_line(line)


def _manners(server: Server, seconds: float) -> dict[str, Any]:
    """No redirect: it would carry the text elsewhere. A proxy only for what is not on this machine."""
    return {
        "headers": server.headers,
        "timeout": httpx.Timeout(seconds, connect=min(seconds, 5.0)),
        "follow_redirects": False,
        "trust_env": not is_loopback(server.url),
    }


def _failure(error: Exception, server: Server) -> EngineError:
    if isinstance(error, httpx.TimeoutException):
        return EngineError(f"{server.name} gave no answer in time.", True, "silent")
    if isinstance(error, httpx.ConnectError):
        return EngineError(f"Nothing answers at {server.name}.", True, "engine_away")
    said = cleaned(str(error), [server.key]) or "the connection broke off"
    return EngineError(f"{server.name} gave no usable answer: {said}", True, "engine_away")
