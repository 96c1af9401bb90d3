"""A context taken apart: its sections, and what stands in each."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from engawa_text import fences, tokens

_HEADING = re.compile(r"#{1,6}(?: |$)")


class Part(NamedTuple):
    """A heading, or an item with the lines that belong to it; `gap`: an empty line stands before it.

    `size` is in UTF-8 bytes, with that line and the newline at its end.
    """

    text: str
    gap: bool
    size: int


NOTHING = Part("", False, 0)


class Section(NamedTuple):
    """A heading, which is parts[0], and the items down to the next one.

    Only the first section may have NOTHING as its heading: what stands before any.
    """

    parts: list[Part]

    @property
    def name(self) -> str:
        return self.parts[0].text.lstrip("#").strip()

    @property
    def items(self) -> int:
        return len(self.parts) - 1


def read(context: str) -> list[Section]:
    """The sections of a context as the builders write it, in order; none of a context without a word.

    A heading is what begins with `#` outside of code. Every other line begins an item, unless it is indented or in a
    code block. Empty lines between two parts become one.
    """
    sections: list[Section] = []
    for part, is_heading in _parts(context.split("\n")):
        if is_heading:
            sections.append(Section([part]))
        else:
            sections = sections or [Section([NOTHING])]
            sections[-1].parts.append(part)
    return sections


def _parts(lines: list[str]) -> Iterator[tuple[Part, bool]]:
    """Each part, and whether it is a heading."""
    held: list[str] = []
    gap, blank, heading = False, 0, False
    for line, place in zip(lines, fences.places(lines), strict=True):
        if place != fences.WITHIN and not line.strip():
            blank += 1
        elif held and not heading and (place == fences.WITHIN or line[0] in " \t"):
            held += [""] * blank + [line]
            blank = 0
        else:
            if held:
                yield _part(held, gap), heading
            held, gap, blank = [line], blank > 0, 0
            heading = place == fences.OUTSIDE and _HEADING.match(line) is not None
    if held:
        yield _part(held, gap), heading


def _part(lines: list[str], gap: bool) -> Part:
    text = "\n".join(lines)
    return Part(text, gap, tokens.size(text) + 1 + gap)
