"""Each engine against a server that is not there, hangs, breaks off, floods or speaks nonsense: how the job ends."""

import gzip
import tracemalloc
from collections.abc import Iterator

import pytest

from engawa_agent.engines.exchange import ANSWER_LIMIT
from tests.agent.engines import ended, wire
from tests.agent.engines.apis import APIS, KEY
from tests.agent.engines.ended import AWAY, BAD, LIMIT, REFUSED, SILENT, how
from tests.agent.engines.raw_server import Say, raw_server
from tests.agent.engines.said_wrong import begun, pieces
from tests.agent.engines.wire import open_stream
from tests.agent.providers.said import TEXTS

# Below what makes APIs differ, all are one: the quick tests look at the first of them.
EACH = [pytest.param(api, marks=[] if api == APIS[0] else pytest.mark.slow) for api in APIS]
SHORT = 0.3


def endless(api: str) -> Say:
    """A right answer, of which one piece comes again and again."""
    events = TEXTS[api].events
    number = next(number for number, event in enumerate(events) if "格" in str(event))
    before, again = pieces(api, *events[:number]), pieces(api, events[number])[0]
    return wire.floods(open_stream(*before), again)


@pytest.mark.parametrize("api", EACH)
def test_nobody_listens(api: str) -> None:
    with raw_server(wire.says()) as server:
        pass
    assert how(ended.failed(api, server.url)) == AWAY


@pytest.mark.parametrize("when", ["at once", "after the head", "in the middle", "with signs of life"])
@pytest.mark.parametrize("api", EACH)
def test_it_hangs_for_ever(api: str, when: str) -> None:
    says = {
        "at once": wire.hangs(),
        "after the head": wire.hangs(open_stream()),
        "in the middle": wire.hangs(begun(api)),
        "with signs of life": wire.drips(open_stream(), wire.chunk(b"\n" if api == "ollama" else b": ping\n\n")),
    }
    assert how(ended.by(api, says[when], SHORT)) == SILENT


@pytest.mark.parametrize("way", ["closed", "closed with a length", "reset", "without a word"])
@pytest.mark.parametrize("api", EACH)
def test_it_breaks_off(api: str, way: str) -> None:
    says = {
        "closed": wire.says(begun(api)),
        "closed with a length": wire.says(wire.head(200, content_length="9999"), b"{"),
        "reset": wire.resets(begun(api)),
        "without a word": wire.says(),
    }
    assert how(ended.by(api, says[way])) == AWAY


GARBAGE: dict[str, tuple[Say, tuple[tuple[str, bool], ...]]] = {
    "a page": (wire.whole(200, b"<html><body>It works!</body></html>", {"content-type": "text/html"}), (BAD,)),
    "nothing in it": (wire.whole(200, b""), (AWAY,)),
    "no content": (wire.says(wire.head(204)), (BAD,)),
    "another API's": (wire.whole(200, {"status": "ok", "items": [1, 2]}), (BAD, AWAY)),
    "a list": (wire.whole(200, [[[]]]), (BAD,)),
    "a number": (wire.whole(200, 7), (BAD,)),
    "bytes": (wire.whole(200, bytes(range(256)) * 40), (BAD,)),
    "nested": (wire.whole(200, b"[" * 200_000), (BAD,)),
    "events of nothing": (wire.says(wire.stream(b"data: null\n\ndata: {}\n\n")), (BAD,)),
    "another protocol": (wire.says(b"SSH-2.0-OpenSSH_9.6\r\n"), (AWAY,)),
    "a head of 1 MB": (wire.says(wire.head(200, x="y" * 1_000_000)), (AWAY,)),
}


@pytest.mark.parametrize("what", GARBAGE)
@pytest.mark.parametrize("api", EACH)
def test_garbage_is_no_answer(api: str, what: str) -> None:
    say, ends = GARBAGE[what]
    assert how(ended.by(api, say)) in ends


@pytest.mark.parametrize("status", [301, 308])
@pytest.mark.parametrize("api", EACH)
def test_a_redirect_is_not_followed(api: str, status: int) -> None:
    """Neither the text nor the key goes where the server points."""
    with raw_server(wire.says()) as elsewhere:
        there = {"location": f"{elsewhere.url}/v1/{KEY}"}
        assert how(ended.by(api, wire.whole(status, b"", there))) == REFUSED
        assert elsewhere.lines == []


@pytest.mark.parametrize("status", [200, 500])
@pytest.mark.parametrize("api", EACH)
def test_it_prints_50_megabytes(api: str, status: int) -> None:
    head = wire.head(status, content_type="text/plain", transfer_encoding="chunked")
    with raw_server(wire.floods(head, b"x" * 65_536)) as server:
        assert how(ended.failed(api, server.url)) == LIMIT
        assert server.all_left()
        assert server.sent < 5 * ANSWER_LIMIT


@pytest.mark.parametrize("api", EACH)
def test_it_answers_for_ever(api: str) -> None:
    with raw_server(endless(api)) as server:
        assert how(ended.failed(api, server.url, 20.0)) == LIMIT
        assert server.sent < 5 * ANSWER_LIMIT


@pytest.fixture
def traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.parametrize("status", [200, 500])
@pytest.mark.parametrize("api", EACH)
def test_what_is_compressed_all_the_same_does_not_unfold(api: str, status: int, traced: None) -> None:
    small = gzip.compress(b"x" * 50_000_000, 1)
    tracemalloc.reset_peak()
    error = ended.by(api, wire.whole(status, small, {"content-encoding": "gzip"}))
    assert how(error) == (BAD if status == 200 else AWAY)
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
