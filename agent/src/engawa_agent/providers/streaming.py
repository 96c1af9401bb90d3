"""An answer that arrives in pieces: how far it is, and in the end the same as if it had come whole."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from engawa_agent.providers import answers, failures
from engawa_agent.providers.answers import Answer, Reader
from engawa_agent.providers.lines import Events, Values, is_json

DONE = "[DONE]"
Step = tuple[str, int]  # as an engine's Progress: writing, and how many characters are written


class Gathering(Protocol):
    """One API's: puts its events together to the body that it would have sent whole."""

    ended: bool
    marks_its_end: bool  # by [DONE], before which more may come although it has ended

    def add(self, event: Mapping[str, Any]) -> int:
        """Take an event; how many characters of the answer's text it brought."""

    def document(self) -> Mapping[str, Any]:
        """What has been gathered, as the body of a whole answer."""


@dataclass
class Decoder:
    """Feed it bytes, cut anywhere; then ask for the answer. Both raise ProviderError, without `secrets` in its text."""

    frames: Events | Values
    gathering: Gathering
    reader: Reader
    secrets: tuple[str, ...] = ()
    _length: int = 0
    _begun: bool = False
    _closed: bool = False

    @property
    def has_ended(self) -> bool:
        """Whether the answer is there, though something may still be told of it."""
        return self._closed or self.gathering.ended

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to come."""
        return self._closed or (self.gathering.ended and not self.gathering.marks_its_end)

    def feed(self, piece: bytes) -> list[Step]:
        """The steps that a piece brought."""
        return [step for data in self.frames.feed(piece) for step in self._take(data)]

    def end(self) -> Answer:
        """The answer. A stream that broke off before it said that it was at its end is an error."""
        for data in self.frames.end():
            if is_json(data) or data.strip() == DONE:
                list(self._take(data))
        if not self._begun and self.frames.stray:
            return self._whole("\n".join(self.frames.stray))
        if not self.has_ended:
            raise failures.failure(failures.BROKE_OFF)
        return answers.of_document(self.gathering.document(), self.reader, self.secrets)

    def _whole(self, text: str) -> Answer:
        """Of a server that sent its answer in one piece although it was asked to stream."""
        if text.lstrip().startswith("{") and not is_json(text):
            raise failures.failure(failures.BROKE_OFF)
        return answers.of_document(_parsed(text), self.reader, self.secrets)

    def _take(self, data: str) -> Iterator[Step]:
        if data.strip() == DONE:
            self._closed = True
        if self._closed or not data.strip():
            return
        self._begun = True
        yield from self._add(_parsed(data))

    def _add(self, event: Any) -> Iterator[Step]:
        answers.raise_complaint(event, self.secrets)
        try:
            brought = self.gathering.add(event)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise failures.failure(failures.BAD_ANSWER) from error
        if brought:
            self._length += brought
            yield "writing", self._length


def events(gathering: Gathering, reader: Reader, secrets: Iterable[str]) -> Decoder:
    """Of an API that streams server-sent events."""
    return Decoder(Events(), gathering, reader, tuple(secrets))


def values(gathering: Gathering, reader: Reader, secrets: Iterable[str]) -> Decoder:
    """Of an API that streams JSON values, one a line."""
    return Decoder(Values(), gathering, reader, tuple(secrets))


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise failures.failure(failures.BAD_ANSWER) from error
