"""The HTTP server: connections to requests, answers to bytes."""

import socketserver
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from local import answer
from local.answer import Answer
from local.payload import Request
from local.trouble import Trouble

HOST = "127.0.0.1"
MAX_BODY_BYTES = 10 * 1024 * 1024
# How much of a body that is too large is still read, so that its sender gets to the answer.
MAX_DISCARDED_BYTES = 10 * MAX_BODY_BYTES

Respond = Callable[[Request], Answer]


class Server(ThreadingHTTPServer):
    """Holds `port` (0: a free one) from the start, answers once it is `serving`. Raises Trouble."""

    daemon_threads = True
    request_queue_size = 128
    respond: Respond

    def __init__(self, port: int) -> None:
        try:
            super().__init__((HOST, port), Connection)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Trouble(f"Port {port} cannot be used: {reason}.") from error

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://{HOST}:{self.server_port}"

    def server_bind(self) -> None:
        """As the parent's, but without looking up its own name, which can take seconds without a network."""
        socketserver.TCPServer.server_bind(self)
        self.server_name = HOST
        self.server_port = self.server_address[1]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Somebody who hung up in the middle is no error of ours."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class Connection(BaseHTTPRequestHandler):
    """One client's connection, kept alive."""

    server: Server
    protocol_version = "HTTP/1.1"
    # A request line without a version is refused with a head like any other.
    default_request_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    # Head and body leave in one packet.
    wbufsize = -1
    # Seconds without a byte.
    timeout = 75

    def serve(self) -> None:
        """Answers one request."""
        refused = self._refusal()
        if refused:
            self.close_connection = True
            self._send(refused)
        else:
            self._send(self.server.respond(self._request()))

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = serve

    def send_error(self, code: int, _message: str | None = None, _explain: str | None = None) -> None:
        """What cannot even be parsed gets an answer of the same form as everything else."""
        self.close_connection = True
        self._send(answer.message(code, HTTPStatus(code).phrase))

    def version_string(self) -> str:
        """The Server header."""
        return "engawa-local"

    def log_message(self, format: str, *args: Any) -> None:
        """The functions have their own log."""

    def _refusal(self) -> Answer | None:
        if "transfer-encoding" in self.headers:
            return answer.message(411, "Length Required")
        stated = self.headers.get("content-length", "0")
        if not stated.isdecimal():
            return answer.message(400, "Bad Request")
        if int(stated) > MAX_BODY_BYTES:
            self._discard(int(stated))
            return answer.message(413, "Request Entity Too Large")
        return None

    def _discard(self, length: int) -> None:
        left = min(length, MAX_DISCARDED_BYTES)
        while left > 0 and (piece := self.rfile.read(min(left, 65536))):
            left -= len(piece)

    def _request(self) -> Request:
        length = int(self.headers.get("content-length", "0"))
        body = self.rfile.read(length)
        if len(body) < length:
            raise ConnectionResetError("the client hung up within the body")
        return Request(
            method=self.command,
            target=self.path,
            protocol=self.request_version,
            headers=tuple(self.headers.items()),
            body=body,
            source_ip=str(self.client_address[0]),
        )

    def _send(self, response: Answer) -> None:
        self.send_response(response.status)
        for name, value in response.headers:
            if name.lower() not in ("content-length", "connection"):
                self.send_header(name, value)
        bodiless = response.status in (204, 304)
        if not bodiless:
            self.send_header("content-length", str(len(response.body)))
        if self.close_connection:
            self.send_header("connection", "close")
        self.end_headers()
        if not bodiless and self.command != "HEAD":
            self.wfile.write(response.body)
        self.wfile.flush()


@contextmanager
def serving(server: Server, respond: Respond) -> Iterator[None]:
    """Answers in a thread of its own until the context ends."""
    server.respond = respond
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
