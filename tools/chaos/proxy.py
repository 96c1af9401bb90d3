"""The line between the agents and the server: it loses replies, refuses calls, and knows who said what and when."""

import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tools.chaos import exchange
from tools.chaos.exchange import AWAY, BROKEN, COMPLETE, CUT, DROPPED, HELD, PASSED, THROTTLED, Exchange
from tools.chaos.terms import Rates

HOST = "127.0.0.1"
SERVER_SECONDS = 30.0  # as API Gateway
NOT_PASSED_ON = ("connection", "date", "server", "transfer-encoding", "content-length")
# What is answered in the server's stead: status, its headers, its body.
REFUSALS: Mapping[str, tuple[int, dict[str, str], bytes]] = {
    THROTTLED: (429, {"retry-after": "1"}, b'{"error":{"code":"busy","message":"Too many requests."}}'),
    BROKEN: (500, {}, b'{"message":"Internal Server Error"}'),
    AWAY: (502, {}, b'{"message":"Bad Gateway"}'),
}

Reply = tuple[int, dict[str, str], bytes]


class Trap:
    """Lies in wait for the next answer of one agent: `kill` is called before the server gets it, or after it has acted
    and before the agent hears of it. It says when that was, which is `at` once `sprung` is set.
    """

    def __init__(self, kill: Callable[[], float], after: bool) -> None:
        self.after = after
        self.sprung = threading.Event()
        self.at = 0.0
        self._kill = kill

    def spring(self) -> None:
        self.at = self._kill()
        self.sprung.set()


class Proxy:
    """In front of the server at `port`. `headers` overwrite those of its replies. May be used from any thread."""

    def __init__(
        self, port: int, rates: Rates, rng: random.Random, headers: Mapping[str, Mapping[str, str]] | None = None
    ) -> None:
        self.traps: dict[str, Trap] = {}
        self._port = port
        self._rates = rates
        self._rng = rng
        self._headers = headers or {}
        self._lock = threading.Lock()
        self._seen: list[Exchange] = []

    @property
    def seen(self) -> list[Exchange]:
        """All that has passed, by the time it was over."""
        with self._lock:
            return list(self._seen)

    def pass_on(self, origin: str, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Reply | None:
        """The reply for the caller, None where the line breaks."""
        call = exchange.asked(origin, method, path, body, time.monotonic())
        fate = self._fate()
        if fate in REFUSALS:
            self._note(replace(call, fate=fate, replied=time.monotonic()))
            return REFUSALS[fate]
        trap = self._trap(call)
        if trap and not trap.after:
            trap.spring()
            self._note(replace(call, fate=HELD, replied=time.monotonic()))
            return None
        reply = _asked(self._port, method, path, headers, body)
        fate = CUT if reply is None else AWAY if reply is REFUSALS[AWAY] else HELD if trap else fate
        status, sent, content = reply or (None, {}, b"")
        call = replace(call, fate=fate, replied=time.monotonic())
        self._note(exchange.answered(call, None if fate == AWAY else status, content))
        if trap:
            trap.spring()
        if status is None or fate not in (PASSED, AWAY):
            return None
        return status, {**sent, **self._headers.get(origin, {})}, content

    def _fate(self) -> str:
        with self._lock:
            drawn = self._rng.random()
        for fate, rate in ((DROPPED, self._rates.dropped), (THROTTLED, self._rates.throttled)):
            if drawn < rate:
                return fate
            drawn -= rate
        return BROKEN if drawn < self._rates.broken else PASSED

    def _trap(self, call: Exchange) -> Trap | None:
        if call.call != COMPLETE or "result" not in call.body:
            return None
        with self._lock:
            return self.traps.pop(call.origin, None)

    def _note(self, call: Exchange) -> None:
        with self._lock:
            self._seen.append(call)


def _asked(port: int, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Reply | None:
    """What the server answers, or a gateway while it is away, None where it goes away meanwhile. A connection of its
    own, so that none is left from before it was restarted.
    """
    connection = HTTPConnection(HOST, port, timeout=SERVER_SECONDS)
    try:
        connection.request(method, path, body or None, {**headers, "connection": "close"})
        answer = connection.getresponse()
        kept = {name.lower(): value for name, value in answer.getheaders() if name.lower() not in NOT_PASSED_ON}
        return answer.status, kept, answer.read()
    except ConnectionRefusedError:
        return REFUSALS[AWAY]
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()


@contextmanager
def listening(proxy: Proxy, origins: Iterable[str]) -> Iterator[dict[str, str]]:
    """An address for each of `origins`: who calls it is known by that."""
    servers = {origin: _Server((HOST, 0), _handler(proxy, origin)) for origin in origins}
    threads = [threading.Thread(target=server.serve_forever, args=(0.05,)) for server in servers.values()]
    for thread in threads:
        thread.start()
    try:
        yield {origin: f"http://{HOST}:{server.server_port}" for origin, server in servers.items()}
    finally:
        for server, thread in zip(servers.values(), threads, strict=True):
            server.shutdown()
            server.server_close()
            thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: object, client_address: object) -> None:
        """An agent that was killed has hung up, and that is nobody's error."""


def _handler(proxy: Proxy, origin: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1

        def serve(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name: value for name, value in self.headers.items() if name.lower() not in NOT_PASSED_ON}
            reply = proxy.pass_on(origin, self.command, self.path, headers, body)
            if reply is None:
                self.close_connection = True
            else:
                self._send(*reply)

        do_GET = do_POST = serve

        def _send(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            if status != 204:
                self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            self.wfile.flush()

        def log_message(self, format: str, *words: object) -> None:
            """Nothing: what passes is in `seen`."""

    return Handler
