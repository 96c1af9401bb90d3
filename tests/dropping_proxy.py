"""A proxy between our client and the emulator that lets a write reach the table and then drops the reply."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from urllib.parse import urlsplit

WRITES = ("PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems")
KEPT_BACK = ("connection", "date", "server", "transfer-encoding", "content-length")


class Losses:
    """Which replies are to be lost, how many writes there were since, and how many replies were lost."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.lose(0)

    def lose(self, nth: int, count: int = 1) -> None:
        """Those of `count` writes from the `nth` on, which is 1 for the next; of 0 none."""
        with self._lock:
            self._doomed, self.writes, self.lost = range(nth, nth + count if nth else 0), 0, 0

    def is_due(self, target: str) -> bool:
        """Whether the reply of this request, a write or not, is one of them."""
        if not target.endswith(WRITES):
            return False
        with self._lock:
            self.writes += 1
            doomed = self.writes in self._doomed
            self.lost += doomed
        return doomed


@contextmanager
def proxied(endpoint: str) -> Iterator[tuple[str, Losses]]:
    """The address of a proxy for `endpoint`, and what it loses."""
    losses = Losses()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # or each reply waits 40 ms for the headers to be acknowledged

        def do_POST(self) -> None:
            status, headers, body = _passed_on(endpoint, self)
            if losses.is_due(self.headers["x-amz-target"]):
                self.close_connection = True
                return
            self.send_response(status)
            for name, value in (*headers, ("content-length", str(len(body)))):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *words: object) -> None:
            """Nothing: a test's output is its own."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", losses
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _passed_on(endpoint: str, request: BaseHTTPRequestHandler) -> tuple[int, list[tuple[str, str]], bytes]:
    """What the emulator answers, once it has acted."""
    body = request.rfile.read(int(request.headers["content-length"]))
    address = urlsplit(endpoint)
    connection = HTTPConnection(address.hostname or "", address.port, timeout=10)
    try:
        connection.request("POST", request.path, body, dict(request.headers))
        answer = connection.getresponse()
        headers = [(name, value) for name, value in answer.getheaders() if name.lower() not in KEPT_BACK]
        return answer.status, headers, answer.read()
    finally:
        connection.close()
