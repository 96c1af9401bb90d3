"""Inline content written as Markdown."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

# A text and its styles.
Run: TypeAlias = tuple[str, tuple[str, ...]]

_MARKS = {"bold": "**", "italic": "*", "strike": "~~"}
# What would start something else than text: an underscore inside a word and a lone tilde would not.
_SPECIAL = re.compile(r"[\\`*\[\]]|(?<!\w)_|_(?!\w)|~(?=~)|(?<=~)~|<(?=[A-Za-z/!?])|&(?=#?\w+;)")
_TICKS = re.compile(r"`+")
_AWKWARD = re.compile(r"[\s()<>]")


def to_markdown(content: object) -> str:
    """Markdown of BlockNote's inline content: a list of texts and links, or one string. Other things are left out."""
    return _styled(_runs(content, links=True))


def plain(content: object) -> str:
    """The bare text of inline content, that of links included."""
    return "".join(words for words, _ in _runs(content, links=False))


def escaped(words: str) -> str:
    """`words` so that Markdown reads them as text (the start of a line apart)."""
    return _SPECIAL.sub(r"\\\g<0>", words)


def destination(url: str) -> str:
    """`url` as the target of a link or image."""
    if url and not _AWKWARD.search(url):
        return url
    return "<" + re.sub(r"[<>\\]", r"\\\g<0>", " ".join(url.splitlines())) + ">"


def code(words: str) -> str:
    """A code span around `words`, fenced by more backticks than they hold."""
    fence = "`" * (_longest_ticks(words) + 1)
    pad = " " if words.startswith("`") or words.endswith("`") or (words[:1] == words[-1:] == " ") else ""
    return fence + pad + words.replace("\n", " ") + pad + fence


def code_fence(words: str) -> str:
    """A fence that a block of code holding `words` can stand in."""
    return "`" * max(3, _longest_ticks(words) + 1)


def _longest_ticks(words: str) -> int:
    return max((len(run) for run in _TICKS.findall(words)), default=0)


def _runs(content: object, *, links: bool) -> Iterator[Run]:
    """Text by text; with `links`, a link comes as one that is Markdown already, of the style `raw`."""
    for item in _listed(content):
        if isinstance(item, str):
            yield item, ()
        elif isinstance(item, dict) and item.get("type") == "link":
            inside = list(_runs(_linkless(item.get("content")), links=False))
            yield from [(_link(inside, item.get("href")), ("raw",))] if links else inside
        elif isinstance(item, dict) and isinstance(item.get("text"), str):
            yield item["text"], _styles(item.get("styles"))


def _listed(content: object) -> list[object]:
    if isinstance(content, str):
        return [content]
    return content if isinstance(content, list) else []


def _linkless(content: object) -> list[object]:
    """What may stand in a link: no further link."""
    return [item for item in _listed(content) if not (isinstance(item, dict) and item.get("type") == "link")]


def _styles(styles: Any) -> tuple[str, ...]:
    known = (*_MARKS, "code")
    return tuple(style for style in known if styles.get(style) is True) if isinstance(styles, dict) else ()


def _link(inside: list[Run], href: object) -> str:
    return f"[{_styled(inside)}]({destination(href if isinstance(href, str) else '')})"


def _styled(runs: Iterable[Run]) -> str:
    """The runs with their marks; white space at the edge of a mark goes outside, where Markdown wants it."""
    out: list[str] = []
    opened: list[str] = []
    space = ""
    for words, styles in runs:
        core = words.strip()
        if not core:
            space += words
            continue
        start = words.index(core)
        while any(style not in styles for style in opened):
            out.append(_MARKS[opened.pop()])
        out.append(space + words[:start])
        new = [style for style in styles if style in _MARKS and style not in opened]
        out += [_MARKS[style] for style in new] + [_written(core, styles)]
        opened += new
        space = words[start + len(core) :]
    return "".join([*out, *(_MARKS[style] for style in reversed(opened)), space])


def _written(core: str, styles: tuple[str, ...]) -> str:
    if "raw" in styles:
        return core
    return code(core) if "code" in styles else escaped(core)
