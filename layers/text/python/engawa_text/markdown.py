"""The blocks of a document written as Markdown."""

import re
from dataclasses import dataclass
from typing import Any

from engawa_text import spans, tables

_LINE_START = re.compile(r"(?m)^(?:[#>+=|:-]|\d{1,9}(?=[.)](?:\s|$)))")
_BULLETS = {"bulletListItem": "- ", "toggleListItem": "- ", "checkListItem": "- "}


@dataclass(frozen=True)
class _Place:
    """Where a block goes: what stands before its first line, before its others, and on an empty line above it."""

    block: dict[str, Any]
    lead: str
    margin: str
    gap: str
    number: int


def to_markdown(blocks: object) -> str:
    """Markdown of BlockNote blocks, such that `blocks.from_markdown` makes the same blocks of it again.

    White space at the edges of lines and styles may go, and what Markdown has no form for (colours, paragraphs within
    paragraphs, empty ones); words never do.
    A stack and not recursion: blocks may be nested a thousand deep.
    """
    lines: list[str] = []
    above: _Place | None = None
    waiting = _placed(blocks, "", "", "")[::-1]
    while waiting:
        place = waiting.pop()
        marker, body = _marker(place), _body(place.block)
        margin = place.margin + _hang(marker)
        if body and above and not _tight(above, place, body):
            lines.append(place.gap.rstrip())
        if body:
            lines += _written(place.lead + marker, margin, body)
            above = place
        lead, gap = (margin, margin) if body else (place.lead + marker, place.gap)
        waiting += reversed(_placed(place.block.get("children"), lead, margin, gap))
    return "".join(f"{line}\n" for line in lines)


def _placed(blocks: object, lead: str, margin: str, gap: str) -> list[_Place]:
    """The blocks of one level; `lead` and `gap` are for the first, which may share its parent's line."""
    found = [block for block in blocks if isinstance(block, dict)] if isinstance(blocks, list) else []
    places: list[_Place] = []
    for block in found:
        number = places[-1].number + 1 if places else 1
        if _kind(block) != "numberedListItem":
            number = 0
        start = _prop(block, "start")
        number = start if isinstance(start, int) and 0 <= start < 10**9 else number
        places.append(_Place(block, margin if places else lead, margin, margin if places else gap, number))
    return places


def _marker(place: _Place) -> str:
    kind = _kind(place.block)
    if kind == "numberedListItem":
        return f"{place.number}. "
    return "> " if kind == "quote" else _BULLETS.get(kind, "")


def _hang(marker: str) -> str:
    """What stands under a marker on the lines below it."""
    return marker if marker == "> " else " " * len(marker)


def _tight(above: _Place, place: _Place, body: list[str]) -> bool:
    """Whether a list item needs no empty line above: it follows one, and would be read as one right there.

    Straight under its parent's text only an item that has text, and of the numbered ones only the first, can begin.
    """
    if not (_is_item(above.block) and _is_item(place.block)) or place.lead != place.margin:
        return False
    deeper = len(place.margin) > len(above.margin)
    first = _kind(place.block) != "numberedListItem" or place.number == 1
    return not deeper or (body != [""] and first)


def _written(first: str, margin: str, body: list[str]) -> list[str]:
    """The lines of a block behind its margin; an empty one leaves no spaces at its end."""
    lines = [first + body[0], *(margin + line for line in body[1:])]
    return [whole if line else whole.rstrip() for whole, line in zip(lines, body, strict=True)]


def _body(block: dict[str, Any]) -> list[str]:
    """The lines of a block itself. None when it has nothing to say, or leaves its first line to its children."""
    match _kind(block):
        case "heading":
            return ["#" * _level(block) + " " + " ".join(_text(block))]
        case "codeBlock":
            return _code(block)
        case "table":
            return tables.to_lines(block.get("content"))
        case "divider":
            return ["---"]
        case "image":
            return [_image(block)]
        case "checkListItem":
            box = "[x] " if _prop(block, "checked") is True else "[ ] "
            first, *rest = _text(block) or [""]
            return [box + first, *rest]
    return _text(block) or _file(block) or _silent(block)


def _text(block: dict[str, Any]) -> list[str]:
    """The inline content as lines that begin as text; a line left empty inside is kept by a backslash."""
    words = spans.to_markdown(block.get("content")).strip()
    if not words:
        return []
    bare = "\n".join(line.strip(" \t") or "\\" for line in words.split("\n"))
    return _LINE_START.sub(_as_text, bare).split("\n")


def _as_text(start: re.Match[str]) -> str:
    return start[0] + "\\" if start[0].isdigit() else "\\" + start[0]


def _silent(block: dict[str, Any]) -> list[str]:
    return [""] if _marker(_Place(block, "", "", "", 1)) and not block.get("children") else []


def _code(block: dict[str, Any]) -> list[str]:
    words = spans.plain(block.get("content"))
    language = _string(block, "language")
    fence = spans.code_fence(words)
    return [fence + ("" if language == "text" else language), *words.split("\n"), fence]


def _image(block: dict[str, Any]) -> str:
    caption = _string(block, "caption").replace("\\", "\\\\").replace('"', '\\"')
    told = f' "{caption}"' if caption else ""
    return f"![{spans.escaped(_string(block, 'name'))}]({spans.destination(_string(block, 'url'))}{told})"


def _file(block: dict[str, Any]) -> list[str]:
    """A block that is a file of another kind (video, sound): a link to it."""
    url = _string(block, "url")
    name = _string(block, "caption") or _string(block, "name") or url
    return [f"[{spans.escaped(name)}]({spans.destination(url)})"] if url else []


def _level(block: dict[str, Any]) -> int:
    level = _prop(block, "level")
    return min(max(level, 1), 6) if isinstance(level, int) else 1


def _is_item(block: dict[str, Any]) -> bool:
    return _kind(block) in _BULLETS or _kind(block) == "numberedListItem"


def _kind(block: dict[str, Any]) -> str:
    return str(block.get("type"))


def _prop(block: dict[str, Any], key: str) -> object:
    props = block.get("props")
    return props.get(key) if isinstance(props, dict) else None


def _string(block: dict[str, Any], key: str) -> str:
    found = _prop(block, key)
    return found if isinstance(found, str) else ""
