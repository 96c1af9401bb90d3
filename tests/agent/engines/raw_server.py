"""A server on loopback that says what it is told to, byte by byte, however wrong that is as HTTP."""

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

THREADS = "raw-server"
# Takes the connection after a request has been read; when it returns, the connection is closed.
Say = Callable[["Line"], None]


@dataclass
class Line:
    """One connection, what was asked over it, and how much has been answered."""

    connection: socket.socket
    request: bytes = b""
    sent: int = 0

    def send(self, data: bytes) -> None:
        self.connection.sendall(data)
        self.sent += len(data)

    def hold(self) -> None:
        """Until the other side hangs up."""
        while self.connection.recv(65_536):
            pass

    def reset(self) -> None:
        """The way a process that is killed breaks off."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


class RawServer:
    """Says the same to everybody. `lines` are the connections so far, `requests` what came over them."""

    def __init__(self, say: Say) -> None:
        self.lines: list[Line] = []
        self.requests: list[bytes] = []
        self._say = say
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._threads = [threading.Thread(target=self._accept, name=THREADS, daemon=True)]
        self._threads[0].start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def sent(self) -> int:
        return sum(line.sent for line in self.lines)

    def all_left(self, seconds: float = 5.0) -> bool:
        """Whether everybody has hung up."""
        for thread in self._threads[1:]:
            thread.join(seconds)
        return not any(thread.is_alive() for thread in self._threads[1:])

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for line in self.lines:
            with suppress(OSError):
                line.connection.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            line = Line(connection)
            self.lines.append(line)
            self._threads.append(threading.Thread(target=self._serve, args=(line,), name=THREADS, daemon=True))
            self._threads[-1].start()

    def _serve(self, line: Line) -> None:
        with line.connection, suppress(OSError):  # the other side may leave at any time
            line.request = _request(line.connection)
            self.requests.append(line.request)
            self._say(line)


def _request(connection: socket.socket) -> bytes:
    """Head and body, whose length its head tells."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += _more(connection)
    head, _, body = data.partition(b"\r\n\r\n")
    told = [line.partition(b":")[2] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    while len(body) < int(told[0] if told else 0):
        body += _more(connection)
    return head + b"\r\n\r\n" + body


def _more(connection: socket.socket) -> bytes:
    piece = connection.recv(65_536)
    if not piece:
        raise ConnectionError("it left in the middle of its request")
    return piece


@contextmanager
def raw_server(say: Say) -> Iterator[RawServer]:
    server = RawServer(say)
    try:
        yield server
    finally:
        server.close()
