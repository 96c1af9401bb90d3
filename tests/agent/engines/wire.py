"""Answers as they lie on the wire: whole, in pieces, without an end, without any bounds."""

import json
from collections.abc import Mapping
from typing import Any

from tests.agent.engines.raw_server import Line, Say

DATE = "Sun, 29 Nov 2026 08:00:00 GMT"
IN_HALF_A_MINUTE = "Sun, 29 Nov 2026 08:00:30 GMT"
EVENTS, LINES = "text/event-stream", "application/x-ndjson"


def head(status: int, **headers: str) -> bytes:
    told = {"date": DATE, "connection": "close", **headers}
    lines = [f"HTTP/1.1 {status} Said", *(f"{name.replace('_', '-')}: {value}" for name, value in told.items())]
    return "\r\n".join([*lines, "", ""]).encode()


def whole(status: int, body: Any, headers: Mapping[str, str] | None = None) -> Say:
    """`body`: a JSON value, or bytes as they are."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return says(head(status, content_length=str(len(content)), **(headers or {})), content)


def stream(*pieces: bytes, content_type: str = EVENTS) -> bytes:
    """An answer in chunks, one for each piece, with its end."""
    return open_stream(*pieces, content_type=content_type) + b"0\r\n\r\n"


def open_stream(*pieces: bytes, content_type: str = EVENTS) -> bytes:
    """The same, without its end."""
    begun = head(200, content_type=content_type, transfer_encoding="chunked")
    return begun + b"".join(map(chunk, filter(None, pieces)))


def chunk(piece: bytes) -> bytes:
    return f"{len(piece):x}\r\n".encode() + piece + b"\r\n"


def says(*pieces: bytes) -> Say:
    """Then it hangs up."""

    def say(line: Line) -> None:
        for piece in pieces:
            line.send(piece)

    return say


def hangs(*pieces: bytes) -> Say:
    """Then it says nothing for ever."""

    def say(line: Line) -> None:
        says(*pieces)(line)
        line.hold()

    return say


def resets(*pieces: bytes) -> Say:
    """Then it dies."""

    def say(line: Line) -> None:
        says(*pieces)(line)
        line.reset()

    return say


def floods(begun: bytes, piece: bytes, total: int = 50_000_000) -> Say:
    """`piece` again and again, in chunks of 64 KB and more."""
    many = chunk(piece * max(1, 65_536 // len(piece)))

    def say(line: Line) -> None:
        line.send(begun)
        for _ in range(total // len(many)):
            line.send(many)

    return say


def drips(begun: bytes, piece: bytes) -> Say:
    """`piece` again and again, with a pause after each."""

    def say(line: Line) -> None:
        line.connection.settimeout(0.02)
        line.send(begun)
        while True:
            line.send(piece)
            try:
                if not line.connection.recv(1):
                    return
            except TimeoutError:
                continue

    return say
