"""What is said of a failure: one line that tells somebody what to do."""

import gzip

import pytest

from tests.agent.engines import ended, wire
from tests.agent.engines.raw_server import Say, raw_server
from tests.agent.engines.said_wrong import BREAKS, EMPTIES, FILTERS, begun, refused
from tests.agent.engines.too_long import TOO_LONGS
from tests.agent.engines.wire import open_stream

CHAT = "openai_chat"
PAGE = (
    b"<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>"
    b"\r\n<hr><center>nginx/1.27.0</center>\r\n</body>\r\n</html>\r\n"
)


SENTENCES: dict[str, Say] = {
    "a filter": FILTERS[CHAT]["finish"],
    "too long": refused(TOO_LONGS[CHAT]["none"]),
    "empty": EMPTIES[CHAT]["nothing"],
    "an error in the stream": BREAKS[CHAT],
    "broken off": wire.says(begun(CHAT)),
    "a number": wire.whole(200, 7),
    "another protocol": wire.says(b"SSH-2.0-OpenSSH_9.6\r\n"),
    "a proxy's page": wire.whole(502, PAGE, {"content-type": "text/html"}),
    "a flood": wire.floods(open_stream(), b"x" * 65_536),
    "a redirect": wire.whole(301, b"", {"location": "https://example.com"}),
    "compressed": wire.whole(500, gzip.compress(b"It broke." * 100), {"content-encoding": "gzip"}),
}


@pytest.mark.parametrize("failure", SENTENCES)
def test_a_line_says_what_to_do(failure: str) -> None:
    with raw_server(SENTENCES[failure]) as server:
        message = ended.failed(CHAT, server.url).message
    ended.tells_what_to_do(message)
