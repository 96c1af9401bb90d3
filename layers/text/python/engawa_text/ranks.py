"""What a section of a context counts for against the others when room is short."""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from engawa_text.outline import NOTHING, Section
from engawa_text.words import Words

_SAID = re.compile(r"(?!- )[^:\n]{1,80}: ")


class Rank(NamedTuple):
    """`weight`: its share against others; `first`: so many of its items come before any other's second one.

    `kept`: from where its items are kept. `early`: its heading and first items come before those of sections above it.
    """

    weight: int = 1
    first: int = 1
    kept: Literal["start", "end", "ends"] = "start"
    early: bool = False


def of(sections: Sequence[Section], words: Words) -> list[Rank]:
    """The rank of each section, known by its heading."""
    return [_rank(section, words) for section in sections]


def in_turn(count: int, rank: Rank) -> list[int]:
    """The numbers 1 to `count` of a section's items, in the order in which they are kept."""
    numbers = range(1, count + 1)
    if rank.kept == "ends":
        return sorted(numbers, key=lambda number: min(number - 1, count - number))
    return list(reversed(numbers) if rank.kept == "end" else numbers)


def _rank(section: Section, words: Words) -> Rank:
    """Of talk the latest counts most; of a whole call the end does, where things are decided, and the beginning."""
    heading = section.parts[0].text
    if heading in (words.recent, words.call_so_far):
        return Rank(weight=4, first=3, kept="end", early=True)
    if heading in (words.transcript, words.call):
        return Rank(first=2, kept="ends")
    if heading == words.agreed:
        return Rank(weight=2, early=True)
    if heading.startswith(words.chat.format(name="")) or _is_chat(section):
        return Rank(kept="end")
    return Rank()


def _is_chat(section: Section) -> bool:
    """A room's messages come without a heading: of the builders, the chat's alone writes none."""
    return section.parts[0] == NOTHING and _SAID.match(section.parts[1].text) is not None
