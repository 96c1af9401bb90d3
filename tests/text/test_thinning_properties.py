"""What holds of any context that is made to fit."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engawa_text import fences, outline, tokens, units
from engawa_text.thinning import Thinned, thin
from engawa_text.tokens import Count
from engawa_text.words import EN, JA, Words
from tests.text.test_goldens import folder
from tools import goldens

# No deadline: how long an example takes says nothing on a machine that others use too.
ANY = settings(max_examples=100, deadline=None)
HEADINGS = ["# Document: D", "## Section: S > T", "### x", JA.recent, EN.agreed, EN.call, "## Chat: R"]
ITEMS = ['- [付箋:yellow] "価格"', '- [sticky:yellow] "Price"', "1. one", "text", "user: hi", "あ" * 200, "🚀" * 300]
OTHERS = [
    "",
    "  below",
    "\tbelow",
    "```",
    "```py",
    "  ~~~",
    "…(truncated)",
    "（ほか3件）",
    "x" * 2000,
    "\u3000",
    "#tag",
    "a\rb",
]
LINES = st.sampled_from([*HEADINGS, *ITEMS, *ITEMS, *OTHERS]) | st.text(st.characters(codec=None), max_size=30)
CONTEXTS = st.lists(LINES, max_size=60).map("\n".join)
PLAIN = st.lists(st.sampled_from([*HEADINGS, *ITEMS, *ITEMS]), max_size=60).map("\n".join)
ROOMS = st.integers(-2, 1500)
WORDS = st.sampled_from([JA, EN])


def growing(text: str) -> int:
    """As of a tokenizer whose tokens grow when texts are joined, and that puts something of its own before each."""
    return len(text) + 2 * text.count("\n") + 7 if text else 0


COUNTS: list[Count] = [tokens.estimate, tokens.size, len, growing, lambda text: len(text.split())]


def left_out(text: str, words: Words) -> int:
    """The items that the lines in it say are missing."""
    line = re.escape(words.more).replace(r"\{count\}", r"(\d+)")
    return sum(int(count) for count in re.findall(rf"^{line}$", text, re.MULTILINE))


def foreign(text: str, context: str, words: Words) -> list[str]:
    """The lines that neither are lines of the context or its marks, nor the beginning or end of a line."""
    marks = [
        *(re.escape(line).replace(r"\{count\}", r"\d+") for line in (words.more, words.more_sections)),
        "[ \t]*(`+|~+)",
    ]
    own = {*context.split("\n"), *units.whole(context).split("\n"), "", words.omitted}
    others = [line for line in text.split("\n") if line not in own and not re.fullmatch("|".join(marks), line)]
    return [line for line in others if not any(given.startswith(line) or given.endswith(line) for given in own)]


def check(context: str, room: int, count: Count, words: Words) -> Thinned:
    thinned = thin(context, room, count, words)
    if count(context) <= room:
        assert thinned.text is context
    else:
        assert thinned.text == "" or count(thinned.text) <= room
    assert foreign(thinned.text, context, words) == []
    assert thinned.receipt["used"] == count(thinned.text)
    assert thinned == thin(context, room, count, words)
    return thinned


@ANY
@given(CONTEXTS, ROOMS, st.sampled_from(COUNTS), WORDS)
def test_it_fits_and_says_nothing_of_its_own(context: str, room: int, count: Count, words: Words) -> None:
    check(context, room, count, words)


@ANY
@given(CONTEXTS, ROOMS)
def test_code_that_was_closed_stays_closed(context: str, room: int) -> None:
    if not fences.left_open(context) and units.MARKER not in context:
        assert not fences.left_open(thin(context, room, tokens.estimate, JA).text)


@ANY
@given(CONTEXTS, ROOMS, st.integers(0, 400))
def test_more_room_never_shows_fewer_items(context: str, room: int, more: int) -> None:
    less, greater = (thin(context, size, tokens.estimate, JA).receipt["leftOut"] for size in (room, room + more))
    assert less >= greater


@ANY
@given(PLAIN, st.integers(100, 1500), WORDS)
def test_what_is_missing_is_counted_in_its_place(context: str, room: int, words: Words) -> None:
    thinned = thin(context, room, tokens.estimate, words)
    hidden = len(outline.read(context)) - len(outline.read(thinned.text))
    told = words.more_sections.format(count=hidden)
    assert (told in thinned.text.split("\n")) == (hidden > 0)
    assert hidden or left_out(thinned.text, words) == thinned.receipt["leftOut"]


@ANY
@given(st.lists(st.integers(0, 30), min_size=1, max_size=12), st.integers(0, 2000), WORDS)
def test_heads_are_kept_when_they_fit(sizes: list[int], room: int, words: Words) -> None:
    sections = [
        (f"## Section: {name}", [f"- {name}.{item} 価格" for item in range(size)]) for name, size in enumerate(sizes)
    ]
    context = "".join(f"{heading}\n" + "".join(f"{item}\n" for item in items) for heading, items in sections)
    heads = [line for heading, items in sections for line in [heading, *items[:1]]]
    marks = [words.more.format(count=len(items) - 1) for _, items in sections if len(items) > 1]
    lines = thin(context, room, tokens.estimate, words).text.split("\n")
    if tokens.estimate("".join(f"{line}\n" for line in heads + marks)) <= room:
        assert set(heads) <= set(lines)


@pytest.mark.parametrize("words", [JA, EN], ids=["ja", "en"])
def test_real_contexts_fit_any_window(words: Words) -> None:
    texts = [case["expect"]["text"] for case in goldens.cases(folder()) if "text" in case.get("expect", {})]
    assert len(texts) > 100
    for context in texts:
        for room in (10, 60, 250, 1000):
            thinned = check(context, room, tokens.estimate, words)
            sections = outline.read(context)
            assert thinned.text or not sections
