"""How a job ends on an engine whose server fails, and that nothing of it goes on."""

import re
import threading
import time
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest

from engawa_agent.errors import EngineError
from tests.agent.engines.apis import KEY, an_engine, asked
from tests.agent.engines.raw_server import THREADS, RawServer, Say, raw_server
from tests.agent.makers import a_request

AWAY, SILENT, BAD, EMPTY = ("engine_away", True), ("silent", True), ("bad_answer", True), ("empty", True)
KEY_REFUSED, QUOTA, FILTERED = ("not_signed_in", False), ("out_of_quota", False), ("content_filter", False)
TOO_LONG, LIMIT, REFUSED = ("too_long", False), ("output_limit", False), ("engine_refused", False)
# What a sentence has in it by which somebody knows what to do.
TO_DO = re.compile(r"\b(try|tried|set|choose|start|check|allow|raise|reword|shorten|make|ask)\b", re.I)
QUICKLY = 8.0


def failed(api: str, url: str, seconds: float = 5.0, **settings: Any) -> EngineError:
    """The error of a job there, which came about within its time, holds no key and left no thread behind."""
    before, started = _threads(), time.monotonic()
    with pytest.raises(EngineError) as error:
        asked(an_engine(api, url, **settings), a_request(seconds=seconds))
    assert time.monotonic() - started < seconds + QUICKLY
    assert _threads() == before
    assert KEY not in error.value.message + repr(error.value)
    return error.value


def by(api: str, say: Say, seconds: float = 5.0) -> EngineError:
    """The same of a server that says this; of which no connection is left either."""
    with raw_server(say) as server:
        error = failed(api, server.url, seconds)
        assert len(server.requests) == 1
        assert server.all_left()
        assert _connections(server) == []
        return error


def tells_what_to_do(message: str) -> None:
    """In a line that can be read."""
    assert TO_DO.search(message), message
    assert message.isprintable(), message  # a line break is not
    assert "\ufffd" not in message, message
    assert len(message) < 800


def how(error: EngineError) -> tuple[str, bool]:
    return error.code, error.retryable


def _threads() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name != THREADS}


def _connections(server: RawServer) -> list[Any]:
    """This side's."""
    return [each for each in psutil.Process().net_connections("tcp") if each.raddr and each.raddr.port == server.port]
