"""Fenced code blocks: which lines they hold, and whether a text ends in one."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engawa_text import units

OUTSIDE, FIRST, WITHIN = range(3)

_FENCE = re.compile(r"([ \t]*)(`{3,}(?=[^`]*$)|~{3,})(.*)")
_CUT = units.MARKER.strip()


class _Mark(NamedTuple):
    indent: str
    run: str
    info: str

    def closes(self, opened: "_Mark") -> bool:
        return not self.info.strip() and self.run.startswith(opened.run)


def places(lines: Sequence[str]) -> list[int]:
    """For each line whether it is OUTSIDE of code, the FIRST line of a block or WITHIN one, closing fence included.

    A fence that nothing closes, or only something after a builder's own cut, is a line like any other: it must not
    hide all headings below it.
    """
    found = [OUTSIDE] * len(lines)
    for start, end in _blocks(lines):
        found[start : end + 1] = [FIRST] + [WITHIN] * (end - start)
    return found


def left_open(text: str) -> str:
    """The line that closes the block in which `text` ends; empty when it ends in none."""
    opened: _Mark | None = None
    for line in text.split("\n"):
        mark = _mark(line)
        if opened is None:
            opened = mark
        elif mark and mark.closes(opened):
            opened = None
    return opened.indent + opened.run if opened else ""


def _mark(line: str) -> _Mark | None:
    found = _FENCE.fullmatch(line) if "```" in line or "~~~" in line else None
    return _Mark(*found.groups()) if found else None


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """First and last line of each closed block."""
    closing = _closing(lines)
    after = 0
    for start in sorted(closing):
        if start >= after:
            yield start, closing[start]
            after = closing[start] + 1


def _closing(lines: Sequence[str]) -> dict[int, int]:
    """For each line that could open a block, the nearest that would close it."""
    found: dict[int, int] = {}
    ahead: dict[str, list[tuple[int, _Mark]]] = {"`": [], "~": []}
    for number in range(len(lines) - 1, -1, -1):
        if lines[number] == _CUT:
            ahead = {"`": [], "~": []}
        elif mark := _mark(lines[number]):
            fences = ahead[mark.run[0]]
            partner = next((other for other, fence in reversed(fences) if fence.closes(mark)), None)
            if partner is not None:
                found[number] = partner
            _put_before(fences, number, mark)
    return found


def _put_before(fences: list[tuple[int, _Mark]], number: int, mark: _Mark) -> None:
    """Keep of the closing fences those that have no longer one before them.

    So a search passes fewer of them than the opening fence has letters, and no text is slow.
    """
    if mark.info.strip():
        return
    while fences and mark.run.startswith(fences[-1][1].run):
        fences.pop()
    fences.append((number, mark))
