"""A context made to fit a window: thinned section by section, with a receipt of what was left out."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from engawa_text import cutting, outline, precedence, tokens, units
from engawa_text.outline import NOTHING, Section
from engawa_text.precedence import Precedence, Shown
from engawa_text.tokens import Count
from engawa_text.words import Words

# So many sections a receipt names, and so much of their names.
_NAMED = 20
_NAME_UNITS = 60


class Thinned(NamedTuple):
    """`receipt` is ready for JSON: `{unit: "tokens", room, wished, used, sections, leftOut, others?}`.

    `wished` and `used` are the tokens of the context before and after, `leftOut` the items that are missing.
    `sections` are those not shown whole, `{name, items, kept, cut?}`: how many items there were, how many are shown,
    and how many of these (the heading counts too) in part. `others`, after 20 of them: `{sections, items, kept, cut?}`.
    """

    text: str
    receipt: dict[str, Any]


def thin(context: str, room: int, count: Count, words: Words) -> Thinned:
    """`context` in at most `room` tokens by `count`; the same string if it fits, "" if there is no room for a word.

    Kept first are its title, the first of what was agreed and the last of what was said, then every heading, then the
    first item of each section; the rest is shared out (`precedence.order`). Items are whole, from the start of their
    section or, in a chat, from its end; only one that is too long alone keeps head and tail. Lines say how many are
    missing. `count` need not be additive: what is returned was counted. Halves of surrogate pairs become U+FFFD.
    """
    wished = count(context)
    receipt = {"unit": "tokens", "room": room, "wished": wished, "used": wished, "sections": [], "leftOut": 0}
    if wished <= room:
        return Thinned(context, receipt)
    whole = units.whole(context)
    sections = outline.read(whole)
    draft = _Draft(sections, precedence.order(sections, words), words, "\n" if whole.endswith("\n") else "")
    given = tokens.largest(draft.text, tokens.size(whole), room, count)
    text = draft.text(given)
    return Thinned(text, receipt | {"used": count(text)} | _missing(sections, draft.shown(given) if text else {}))


class _Draft(NamedTuple):
    """The short forms of one context."""

    sections: list[Section]
    order: Precedence
    words: Words
    end: str

    def text(self, room: int) -> str:
        """The one in at most `room` UTF-8 bytes."""
        shown = self.order.shown(room)
        pieces = self._all(shown) if shown else self._parts(self.shown(room))
        text = "\n".join(pieces).strip("\n")
        return text + self.end if text else ""

    def shown(self, room: int) -> Shown:
        """What is in it: some of the very first part, where there is no room for all of that and what is missing."""
        return self.order.shown(room) or {(step.section, step.part): room for step in self.order.steps[:1]}

    def _all(self, shown: Shown) -> Iterator[str]:
        """What is shown, and the lines that say what is not."""
        numbers = {number: dict(of_it) for number, of_it in groupby(sorted(shown.items()), _section)}
        hidden = len(_hidden(self.sections, shown))
        for number, section in enumerate(self.sections):
            if number in numbers or section.parts[0] == NOTHING:
                yield from self._one(section, numbers.get(number, {}))
            elif hidden:
                yield self.words.more_sections.format(count=hidden)
                hidden = 0

    def _one(self, section: Section, shown: Shown) -> Iterator[str]:
        """A section; the line is where the first of its items is missing."""
        items = [part for _, part in shown if part]
        missing = section.items - len(items)
        told = [self.words.more.format(count=missing)] if missing else []
        together = sum(part == number for number, part in enumerate(items, start=1))
        before = len(shown) - len(items) + together
        pieces = list(shown.items())
        yield from self._parts(dict(pieces[:before]))
        yield from told
        yield from self._parts(dict(pieces[before:]))

    def _parts(self, shown: Shown) -> Iterator[str]:
        for (number, part), size in shown.items():
            text, gap, _ = self.sections[number].parts[part]
            yield from [""] * gap
            yield cutting.cut(text, size - gap - 1, self.words)


def _section(shown: tuple[tuple[int, int], int]) -> int:
    return shown[0][0]


def _missing(sections: list[Section], shown: Shown) -> dict[str, Any]:
    """The part of a receipt that tells what is not shown, or not whole."""
    kept = Counter(number for number, part in shown if part)
    cut = Counter(number for (number, part), size in shown.items() if size < sections[number].parts[part].size)
    hidden = _hidden(sections, shown)
    touched = [
        _entry(section, kept[number], cut[number])
        for number, section in enumerate(sections)
        if number in hidden or kept[number] < section.items or cut[number]
    ]
    others = {"others": {"sections": len(touched) - _NAMED, **_sums(touched[_NAMED:])}} if touched[_NAMED:] else {}
    left_out = sum(entry["items"] - entry["kept"] for entry in touched)
    return {"sections": touched[:_NAMED], "leftOut": left_out, **others}


def _hidden(sections: list[Section], shown: Shown) -> set[int]:
    """The sections of which not even the heading is shown."""
    with_heading = {number for number, section in enumerate(sections) if section.parts[0] != NOTHING}
    return with_heading - {number for number, part in shown if part == 0}


def _entry(section: Section, kept: int, cut: int) -> dict[str, Any]:
    name = units.whole(units.take(section.name, _NAME_UNITS))
    return {"name": name, "items": section.items, "kept": kept} | ({"cut": cut} if cut else {})


def _sums(entries: list[dict[str, Any]]) -> dict[str, int]:
    sums: Counter[str] = Counter()
    for entry in entries:
        sums.update({key: entry[key] for key in ("items", "kept", "cut") if key in entry})
    return dict(sums)
