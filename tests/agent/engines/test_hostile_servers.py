"""Servers that are out to keep an engine busy, and a name that nobody resolves: limits and cancel hold all the same.

Slow, because a limit of seconds has to pass.
"""

import gzip
import socket
import threading
import time
import tracemalloc
from typing import Any

import pytest

from engawa_agent.errors import Cancelled, EngineError
from engawa_agent.providers import complaints, openai_chat
from engawa_agent.providers.failures import ProviderError
from engawa_agent.providers.openai_chat import MOST_CALLS
from tests.agent.engines import wire
from tests.agent.engines.apis import APIS, an_engine, asked
from tests.agent.engines.ended import SILENT, how
from tests.agent.engines.raw_server import Say, raw_server
from tests.agent.engines.said_wrong import pieces
from tests.agent.engines.wire import open_stream
from tests.agent.makers import a_request
from tests.agent.providers.framing import TEXT
from tests.agent.providers.said import TEXTS

pytestmark = pytest.mark.slow
# Far beyond a limit of one second, whatever else this machine does.
MUCH = 6.0
# By [DONE], response.completed, message_stop, "done": true. Gemini says why it ended, which may be said more than once.
MARK_THEIR_END = [api for api in APIS if api != "gemini"]


def test_so_many_calls_are_no_answer() -> None:
    """Each would be looked for among all before it."""
    calls = [{"id": str(number), "function": {"name": "x"}} for number in range(MOST_CALLS + 1)]
    whole = b"".join(pieces("openai_chat", {"choices": [{"delta": {"tool_calls": calls}}]}))
    with pytest.raises(ProviderError) as failed:
        openai_chat.decoder().feed(whole)
    assert failed.value.code == "bad_answer"


def test_of_a_long_error_the_beginning_is_read() -> None:
    """Patterns may take long over the rest."""
    found = complaints.read({"error": {"message": "model " * 600_000}})
    assert found is not None
    assert len(found.message) == complaints.LONGEST


@pytest.mark.parametrize("after", ["it holds the line", "it breaks off"])
@pytest.mark.parametrize("api", MARK_THEIR_END)
def test_an_answer_that_has_come_to_its_end_is_taken(api: str, after: str) -> None:
    """Otherwise it would be asked for, and paid for, once more."""
    sent = open_stream(*pieces(api, *TEXTS[api].events))
    with raw_server(wire.hangs(sent) if after == "it holds the line" else wire.resets(sent)) as server:
        reply = asked(an_engine(api, server.url), a_request(seconds=2.0))
        assert (reply.text, reply.usage["inputTokens"]) == (TEXT, 20)
        assert server.all_left()


CHECKS: dict[str, Say] = {
    "silence": wire.hangs(),
    "a trickle": wire.drips(wire.head(200, content_length="9999999"), b" "),
    "50 MB": wire.floods(wire.head(200, transfer_encoding="chunked"), b" " * 65_536),
    "50 MB of error": wire.floods(wire.head(500, transfer_encoding="chunked"), b"x" * 65_536),
    "50 MB compressed": wire.whole(200, gzip.compress(b" " * 50_000_000, 1), {"content-encoding": "gzip"}),
}


@pytest.mark.parametrize("what", CHECKS)
@pytest.mark.parametrize("api", APIS)
def test_a_check_has_an_end(api: str, what: str) -> None:
    """Within three seconds, as every engine's has."""
    tracemalloc.start()
    try:
        with raw_server(CHECKS[what]) as server:
            checked: list[Any] = []
            run = threading.Thread(target=lambda: checked.append(an_engine(api, server.url).check()), daemon=True)
            run.start()
            run.join(MUCH)
            assert not run.is_alive()
            assert not checked[0].usable
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def nobody_resolves(*_: object, **__: object) -> Any:
    """As where a network has just gone: it takes long until the resolver gives up."""
    time.sleep(MUCH + 4)
    raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")


def test_a_name_that_nobody_resolves_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", nobody_resolves)
    started = time.monotonic()
    with pytest.raises(EngineError) as error:
        asked(an_engine("anthropic", "https://models.example"), a_request(seconds=1.0))
    assert time.monotonic() - started < MUCH
    assert how(error.value) == SILENT


def test_a_cancel_does_not_wait_for_the_resolver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", nobody_resolves)
    cancel = threading.Event()
    threading.Timer(0.5, cancel.set).start()
    started = time.monotonic()
    with pytest.raises(Cancelled):
        asked(an_engine("anthropic", "https://models.example"), a_request(seconds=30.0), cancel)
    assert time.monotonic() - started < MUCH
