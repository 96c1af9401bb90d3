"""A real HTTP server on loopback that answers by a script: slow, wrong, broken off, or not at all."""

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Answer:
    """`body`: JSON value, or bytes as they are. `wait` in seconds. `drop`: take the request in, then hang up."""

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    wait: float = 0.0
    drop: bool = False
    pieces: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Seen:
    route: str
    json: Any
    headers: Mapping[str, str]
    query: str = ""


class FakeServer:
    """`on` says what a route answers, one after the other; the last answer stays. Unknown routes are 404."""

    def __init__(self, port: int = 0) -> None:
        self.seen: list[Seen] = []
        self._script: dict[str, list[Answer]] = {}
        self._lock = threading.Lock()
        self.closing = threading.Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", port), _handler(self))
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    def on(self, route: str, *answers: Answer) -> "FakeServer":
        with self._lock:
            self._script[route] = list(answers)
        return self

    def asked(self, route: str) -> list[Any]:
        """The bodies of the requests to a route."""
        with self._lock:
            return [seen.json for seen in self.seen if seen.route == route]

    def wait_for(self, route: str, times: int = 1, seconds: float = 10.0) -> list[Any]:
        deadline = time.monotonic() + seconds
        while len(self.asked(route)) < times:
            assert time.monotonic() < deadline, f"{route} was asked {len(self.asked(route))} times, not {times}"
            time.sleep(0.01)
        return self.asked(route)

    def answer(self, seen: Seen) -> Answer:
        with self._lock:
            self.seen.append(seen)
            answers = self._script.get(seen.route, [NOT_FOUND])
            return answers.pop(0) if len(answers) > 1 else answers[0]

    def close(self) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


NOT_FOUND = Answer(404, {"error": {"code": "not_found", "message": "There is no such thing."}})


@contextmanager
def fake_server(port: int = 0) -> Iterator[FakeServer]:
    server = FakeServer(port)
    try:
        yield server
    finally:
        server.close()


def error(status: int, code: str = "broken", message: str = "It broke.") -> Answer:
    return Answer(status, {"error": {"code": code, "message": message}})


def _handler(server: FakeServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _serve(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
            path, _, query = self.path.partition("?")
            body = json.loads(raw) if raw else None
            headers = {name.lower(): value for name, value in self.headers.items()}
            answer = server.answer(Seen(f"{self.command} {path}", body, headers, query))
            if server.closing.wait(answer.wait) or answer.drop:
                self.close_connection = True
                return
            try:
                self._send(answer)
            except OSError:
                self.close_connection = True

        do_GET = do_POST = do_DELETE = _serve

        def _send(self, answer: Answer) -> None:
            body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
            body = b"" if answer.body is None else body
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            if not answer.pieces:
                self.send_header("content-length", str(len(body)))
            self.end_headers()
            for piece in answer.pieces or (body,):
                self.wfile.write(piece)
                self.wfile.flush()
                if answer.pieces and server.closing.wait(0.02):
                    return
            self.close_connection = self.close_connection or bool(answer.pieces)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler
