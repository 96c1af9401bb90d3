"""A document as Markdown."""

from collections.abc import Mapping
from typing import Any

from engawa_agent.exporting.result import Export
from engawa_agent.importing.markdown import split_front_matter
from engawa_text.blocks import from_markdown
from engawa_text.markdown import to_markdown


def write(document: Mapping[str, Any]) -> Export:
    """The text it was imported from while its blocks are still those; else these, under its front matter."""
    content, source = document["data"].get("content"), document["data"].get("markdown")
    if not isinstance(source, str):
        return Export(to_markdown(content))
    front, body = split_front_matter(source)
    unchanged = _without_ids(from_markdown(body, str)) == _without_ids(content)
    return Export(source if unchanged else front + to_markdown(content))


def _without_ids(content: object) -> object:
    """A copy of a document has other ids, and is the same text."""
    if isinstance(content, list):
        return [_without_ids(each) for each in content]
    if isinstance(content, dict):
        return {name: _without_ids(value) for name, value in content.items() if name != "id"}
    return content
