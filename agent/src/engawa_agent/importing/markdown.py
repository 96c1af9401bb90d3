"""A Markdown file to a document: its blocks in `data.content`, its text as it stands in `data.markdown`.

Blocks hold less than a file can say (front matter, LaTeX, callouts). An export gives the text back as long as the
blocks are the ones that it made; after a change, its front matter with the blocks written anew.
"""

import re
from collections.abc import Iterable
from typing import Any

from engawa_agent.importing.log import Log
from engawa_agent.importing.result import Import
from engawa_agent.importing.sizes import MAX_STORED_BYTES, refuse_too_large, stored_size
from engawa_agent.importing.target import Target
from engawa_agent.importing.trouble import BadFile
from engawa_text import blocks

MAX_BYTES = 3_000_000  # a body may have 4 MB, and blocks are longer than their Markdown

_FRONT_MATTER = re.compile(r"\A---[ \t]*\r?\n(.*?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)


def read(text: str, into: Target) -> Import:
    """The document alone; an empty file is one without blocks. Raises BadFile for a text no document can hold."""
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise BadFile("", f"is too large for one document: {MAX_BYTES // 1_000_000} MB are allowed")
    log = Log()
    front, body = split_front_matter(text)
    if front:
        log.keep(["front matter"])
    content = blocks.from_markdown(body, into.id_of)
    log.found = _count(content)
    document = {
        "id": into.board_id,
        "parentId": into.parent_id,
        "type": "document",
        "name": into.title,
        "data": _data(content, text, front, log),
    }
    refuse_too_large(document, "")
    return Import(into.title, [document], [], log.counts(), log.notes)


def split_front_matter(text: str) -> tuple[str, str]:
    """What stands at the very start between two lines of `---`, with these, and what comes after it."""
    found = _FRONT_MATTER.match(text)
    return (found[0], text[found.end() :]) if found else ("", text)


def _data(content: list[dict[str, Any]], text: str, front: str, log: Log) -> dict[str, Any]:
    both = {"content": content, "markdown": text}
    if stored_size(both) <= MAX_STORED_BYTES:
        return both
    log.note("", "is too large to keep its own text too: an export writes it anew from the blocks")
    return {"content": content, "markdown": front}


def _count(content: Iterable[dict[str, Any]]) -> int:
    return sum(1 + _count(block["children"]) for block in content)
