"""Styled text and links inside a block: between markdown-it's tokens and BlockNote's inline content."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeAlias

from markdown_it.token import Token

Inline: TypeAlias = dict[str, Any]

_STYLES = {"strong": "bold", "em": "italic", "s": "strike"}


def from_tokens(tokens: Iterable[Token]) -> list[Inline]:
    """BlockNote inline content: `{"type": "text", "text", "styles"}` and `{"type": "link", "href", "content"}`.

    A line break of either kind becomes a newline: that is what its author sees in other editors. Raw HTML, an image
    between words and the title of a link have no place in BlockNote and stay as text.
    """
    content: list[Inline] = []
    target, title = content, ""
    open_styles: Counter[str] = Counter()
    for token in tokens:
        style = _STYLES.get(token.type.rsplit("_", 1)[0])
        if style is not None:
            open_styles[style] += token.nesting
        elif token.type == "link_open":
            target, title = [], str(token.attrs.get("title") or "")
            content.append({"type": "link", "href": str(token.attrs.get("href", "")), "content": target})
        elif token.type == "link_close":
            target = content
            _add(target, f" ({title})" if title else "", {})
        else:
            _add(target, _literal(token), _styles(open_styles, token))
    return content


def text(words: str) -> list[Inline]:
    """Plain text as inline content; none for an empty one."""
    return [{"type": "text", "text": words, "styles": {}}] if words else []


def image_source(token: Token) -> str:
    """An image as Markdown writes it."""
    title = token.attrs.get("title")
    told = f' "{title}"' if title else ""
    return f"![{token.content}]({token.attrs.get('src', '')}{told})"


def _literal(token: Token) -> str:
    if token.type in ("softbreak", "hardbreak"):
        return "\n"
    return image_source(token) if token.type == "image" else token.content


def _styles(open_styles: Counter[str], token: Token) -> dict[str, bool]:
    styles = {style: True for style, depth in open_styles.items() if depth > 0}
    return {**styles, "code": True} if token.type == "code_inline" else styles


def _add(content: list[Inline], words: str, styles: dict[str, bool]) -> None:
    """Appends text, to the run before it where the styles are the same."""
    if not words:
        return
    if content and content[-1].get("styles") == styles:
        content[-1]["text"] += words
    else:
        content.append({"type": "text", "text": words, "styles": styles})
