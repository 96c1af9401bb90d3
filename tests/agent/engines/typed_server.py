"""A server, Ollama's or Gemini's, that takes only what its own client could have sent, and says what that can read."""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pydantic import TypeAdapter

from tests.agent.engines.raw_server import Line, RawServer, raw_server
from tests.agent.engines.wire import EVENTS, LINES, chunk, open_stream
from tests.agent.providers.test_sdk_types import CHECKS

Chunk = dict[str, Any]
# Between two pieces, so that they are read one by one.
PAUSE = 0.002


@dataclass(frozen=True)
class Asked:
    """`route` with its query; `headers` in lower case."""

    route: str
    headers: dict[str, str]
    body: dict[str, Any]


@dataclass
class Typed:
    """`answers`: the chunks of each, one answer after the other; the last one stays. `cuts`: where the bytes of an
    answer are cut into pieces; by default each chunk is one.
    """

    api: str
    chunk_type: Any
    answers: list[Sequence[Chunk]]
    cuts: Sequence[int] | None = None
    asked: list[Asked] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def say(self, line: Line) -> None:
        asked = read(line.request)
        self.asked.append(asked)
        self._check(asked.body)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        line.send(open_stream(content_type=LINES if self.api == "ollama" else EVENTS))
        for piece in self._pieces(answer):
            line.send(chunk(piece))
            time.sleep(PAUSE)
        line.send(b"0\r\n\r\n")

    def whole(self, answer: Sequence[Chunk]) -> bytes:
        return b"".join(map(self._framed, answer))

    def _check(self, body: dict[str, Any]) -> None:
        """What its client's types do not know or take is noted, and no answer is given."""
        try:
            kept = CHECKS[self.api](body)
            assert kept == body, f"of {body} it knows {kept}"
        except (ValueError, AssertionError) as error:
            self.wrong.append(str(error))
            raise ConnectionError from error

    def _framed(self, said: Chunk) -> bytes:
        """As these two servers do it; Google's client knows no comments between events."""
        TypeAdapter(self.chunk_type).validate_json(json.dumps(said))
        text = json.dumps(said, ensure_ascii=False)
        return (f"{text}\n" if self.api == "ollama" else f"data: {text}\r\n\r\n").encode()

    def _pieces(self, answer: Sequence[Chunk]) -> Iterator[bytes]:
        if self.cuts is None:
            yield from map(self._framed, answer)
            return
        whole = self.whole(answer)
        for start, end in pairwise([0, *self.cuts, len(whole)]):
            if start < end:
                yield whole[start:end]


def read(request: bytes) -> Asked:
    head, _, body = request.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return Asked(first.removesuffix(" HTTP/1.1"), headers, json.loads(body))


@contextmanager
def typed_server(typed: Typed) -> Iterator[RawServer]:
    with raw_server(typed.say) as server:
        yield server
