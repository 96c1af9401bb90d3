"""Lines, events and JSON values out of bytes that may be cut anywhere."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass
class Lines:
    """Complete lines only, so a character of several bytes is never decoded in halves. Ends: LF, CR LF or CR.

    Not `str.splitlines`, which also cuts at U+2028 and its like, and JSON may hold these as they are.
    """

    _rest: bytearray = field(default_factory=bytearray)
    _after_return: bool = False
    _begun: bool = False

    def feed(self, piece: bytes) -> Iterator[str]:
        if self._after_return and piece:
            piece = piece.removeprefix(b"\n")
            self._after_return = False
        if piece:
            self._after_return = piece.endswith(b"\r")
        *whole, rest = piece.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for line in whole:
            self._rest += line
            yield self._taken()
        self._rest += rest

    def end(self) -> Iterator[str]:
        """The last line, if nothing ended it."""
        if self._rest:
            yield self._taken()

    def _taken(self) -> str:
        line = self._rest.decode("utf-8", "replace")
        line = line if self._begun else line.removeprefix("\ufeff")
        self._rest, self._begun = bytearray(), True
        return line


@dataclass
class Events:
    """The data of server-sent events. Comments, keep-alives and the fields `id` and `retry` say nothing to us.

    `stray`: lines that belong to no event, such as the one document of a server that does not stream.
    """

    stray: list[str] = field(default_factory=list)
    _lines: Lines = field(default_factory=Lines)
    _data: list[str] = field(default_factory=list)

    def feed(self, piece: bytes) -> Iterator[str]:
        for line in self._lines.feed(piece):
            yield from self._take(line)

    def end(self) -> Iterator[str]:
        """The last event too where the empty line after it is missing, as some servers have it."""
        for line in [*self._lines.end(), ""]:
            yield from self._take(line)

    def _take(self, line: str) -> Iterator[str]:
        name, _, value = line.partition(":")
        if not line:
            if self._data:
                yield "\n".join(self._data)
            self._data = []
        elif name in ("data", "error"):  # `error:` is llama.cpp's
            self._data.append(value.removeprefix(" "))
        elif name not in ("", "event", "id", "retry"):
            self.stray.append(line)


@dataclass
class Values:
    """JSON values, one a line; or one that is spread over several lines, if it begins what comes.

    `stray`: lines that are no value, or not yet.
    """

    stray: list[str] = field(default_factory=list)
    _lines: Lines = field(default_factory=Lines)

    def feed(self, piece: bytes) -> Iterator[str]:
        for line in self._lines.feed(piece):
            yield from self._take(line)

    def end(self) -> Iterator[str]:
        for line in self._lines.end():
            yield from self._take(line)

    def _take(self, line: str) -> Iterator[str]:
        if not self.stray and is_json(line):
            yield line
        elif line.strip():
            self.stray.append(line)


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
