"""In which order the parts of a context come into its short form, and what that costs.

One order for every size: what a small room shows, a larger one shows too.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from engawa_text import ranks, tokens
from engawa_text.outline import NOTHING, Section
from engawa_text.ranks import Rank
from engawa_text.words import Words

# Up to so many bytes a part is shown whole or not at all; a longer one comes cut to that, and then grows in steps.
_WHOLE = 400
_STEP = 200
# What is left at the end shows some of the next part, if that would be at least so many bytes of it.
_WORTH = 160


class Step(NamedTuple):
    """A part is shown up to `shown` bytes: for the first time, or more of it. Numbered as in `Section.parts`."""

    section: int
    part: int
    shown: int


# The bytes shown of each part, by section and part.
Shown = dict[tuple[int, int], int]


class Precedence(NamedTuple):
    """`costs[n]`: the bytes that n steps or more take at least, with the lines that say what is left out.

    A section that is shown whole has no such line, so that more can cost less; therefore "or more".
    """

    steps: list[Step]
    costs: list[int]

    def shown(self, room: int) -> Shown:
        """What is shown in so many bytes. Empty when that is too little for the first step and what is left out."""
        taken = bisect_right(self.costs, room) - 1
        if taken < 0:
            return {}
        shown = {(step.section, step.part): step.shown for step in self.steps[:taken]}
        for section, part, _ in self.steps[taken : taken + 1]:
            before = shown.get((section, part), 0)
            last = before + room - self.costs[taken]
            if before or (part and last >= _WORTH):
                shown[section, part] = last
        return shown


def order(sections: Sequence[Section], words: Words) -> Precedence:
    """The title, then what is early, then headings, then first items, then the rest by weighted water-filling.

    A section gets its next part when the water stands as high as what it has of the rest with this part, by weight;
    so none gets more than it has, and what it does not take goes to the others.
    """
    placed = [
        place
        for number, (section, rank) in enumerate(zip(sections, ranks.of(sections, words), strict=True))
        for place in _placed(number, section, rank)
    ]
    steps = [step for _, _, step in sorted(placed, key=itemgetter(0, 1))]
    costs = list(_costs(sections, steps, words))
    return Precedence(steps, list(accumulate(reversed(costs), min))[::-1])


def cost(line: str, count: int) -> int:
    """The bytes of the line that says how many are left out; it is not there when none are."""
    return tokens.size(line.format(count=count)) + 1 if count else 0


_TITLE, _EARLY, _HEADING, _FIRST, _REST = range(5)


def _placed(number: int, section: Section, rank: Rank) -> Iterator[tuple[int, float, Step]]:
    """Each step of a section after its phase and, in the rest, the level of the water."""
    level = 0.0
    for place, part in enumerate([0, *ranks.in_turn(section.items, rank)]):
        before = 0
        for shown in _sizes(section.parts[part].size):
            if place <= rank.first and not before:
                yield _phase(number, place, rank), 0.0, Step(number, part, shown)
            else:
                level += (shown - before) / rank.weight
                yield _REST, level, Step(number, part, shown)
            before = shown


def _phase(number: int, place: int, rank: Rank) -> int:
    if number == place == 0:
        return _TITLE
    if rank.early:
        return _EARLY
    return _FIRST if place else _HEADING


def _sizes(size: int) -> list[int]:
    return [*range(_WHOLE, size, _STEP), size] if size else []


def _costs(sections: Sequence[Section], steps: Sequence[Step], words: Words) -> Iterator[int]:
    """The bytes that are taken before the first step and after each."""
    hidden = sum(section.parts[0] != NOTHING for section in sections)
    left = [section.items for section in sections]
    shown: Shown = {}
    bare = sum(cost(words.more, section.items) for section in sections if section.parts[0] == NOTHING)
    total = bare + cost(words.more_sections, hidden)
    yield total
    for number, part, size in steps:
        if part == 0 and (number, part) not in shown:
            hidden -= 1
            total += cost(words.more, left[number])
            total += cost(words.more_sections, hidden) - cost(words.more_sections, hidden + 1)
        elif (number, part) not in shown:
            left[number] -= 1
            total += cost(words.more, left[number]) - cost(words.more, left[number] + 1)
        total += size - shown.get((number, part), 0)
        shown[number, part] = size
        yield total
