"""JSON as people's tools write it: strictly read, each fault with its place."""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engawa_agent.importing.result import Note
from engawa_agent.importing.trouble import BadFile
from engawa_text.units import whole

MAX_LEVELS = 100
# Python refuses whole numbers of over 4300 digits, and no float holds one of over 308.
MAX_DIGITS = 300

# Strings are matched whole, so that a bracket inside one does not count.
_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}]', re.DOTALL)


@dataclass(frozen=True)
class Loaded:
    """A JSON value of finite numbers and whole texts, and what was mended on the way."""

    value: Any
    notes: list[Note]


def load(text: str) -> Loaded:
    """Read a file's text; an empty one is an empty object. Raises BadFile with line and column or JSON pointer."""
    if not text.strip():
        return Loaded({}, [])
    _refuse_depth(text)
    reading = _Reading()
    value = reading.parse(text)
    return Loaded(reading.mended(value, ""), reading.notes)


def under(pointer: str, key: str | int) -> str:
    """The JSON pointer (RFC 6901) of a member."""
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


class _Reading:
    """One pass through one file: repeated names are seen while parsing, their places only afterwards."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        # By identity; the object is kept too, so that no later one gets its identity.
        self._repeated: dict[int, tuple[object, list[str]]] = {}

    def parse(self, text: str) -> Any:
        try:
            return json.loads(text, object_pairs_hook=self._object, parse_int=_whole_number)
        except json.JSONDecodeError as error:
            raise BadFile(*_fault(error)) from error

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            times = Counter(name for name, _ in pairs)
            self._repeated[id(made)] = made, [name for name, number in times.items() if number > 1]
        return made

    def mended(self, value: Any, pointer: str) -> Any:
        """A copy without half surrogate pairs, which cannot be sent. Raises BadFile for NaN and infinity."""
        if isinstance(value, dict):
            _, repeated = self._repeated.get(id(value), (value, []))
            self.notes += [
                Note(under(pointer, name), "is given more than once: the last one counts") for name in repeated
            ]
            return {self._text(k, pointer): self.mended(v, under(pointer, k)) for k, v in value.items()}
        if isinstance(value, list):
            return [self.mended(each, under(pointer, place)) for place, each in enumerate(value)]
        if isinstance(value, float) and not math.isfinite(value):
            raise BadFile(pointer, "is no number that JSON can hold (NaN, infinity, or far too large)")
        return self._text(value, pointer) if isinstance(value, str) else value

    def _text(self, text: str, pointer: str) -> str:
        mended = whole(text)
        if "\ufffd" in mended and mended.count("\ufffd") > text.count("\ufffd"):
            self.notes.append(Note(pointer, "holds half a character (a lone surrogate): replaced by U+FFFD"))
        return mended


def _whole_number(digits: str) -> int | float:
    return int(digits) if len(digits) <= MAX_DIGITS else math.inf


def _refuse_depth(text: str) -> None:
    """Before parsing: the parser answers endless nesting with a RecursionError that knows no place."""
    for position, level in _levels(text):
        if level > MAX_LEVELS:
            line, column = _line_and_column(text, position)
            raise BadFile(f"line {line}, column {column}", f"is nested too deeply: {MAX_LEVELS} levels are read")


def _levels(text: str) -> Iterator[tuple[int, int]]:
    level = 0
    for found in _BRACKETS.finditer(text):
        mark = found[0][0]
        if mark != '"':
            level += 1 if mark in "[{" else -1
            yield found.start(), level


def _line_and_column(text: str, position: int) -> tuple[int, int]:
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)


# What Python's parser says, in words for someone who did not write one.
_FAULTS = {
    "Expecting value": "is not JSON: a value is missing here",
    "Expecting ',' delimiter": 'is not JSON: a comma is missing here, or a quote inside a text is not written \\"',
    "Expecting ':' delimiter": 'is not JSON: a colon is missing here, or a quote inside a text is not written \\"',
    "Expecting property name enclosed in double quotes": "is not JSON: a name in double quotes is missing here",
    "Illegal trailing comma before end of object": "is not JSON: a comma before the closing bracket",
    "Illegal trailing comma before end of array": "is not JSON: a comma before the closing bracket",
    "Unterminated string starting at": "is not JSON: this text has no closing quote",
    "Invalid control character at": "is not JSON: a line break or control character inside a text must be written \\n",
    "Extra data": "is not JSON: something follows after its end",
}


def _fault(error: json.JSONDecodeError) -> tuple[str, str]:
    what = _FAULTS.get(error.msg, f"is not JSON: {error.msg[:1].lower()}{error.msg[1:]}")
    if error.pos >= len(error.doc.rstrip()):
        what = "is not JSON: the file ends before it is complete (cut off?)"
    return f"line {error.lineno}, column {error.colno}", what
