"""Markdown as the blocks of a document."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from engawa_text import inlines, tables
from engawa_text.markdown import to_markdown

__all__ = ["from_markdown", "to_markdown"]

Block: TypeAlias = dict[str, Any]

# markdown-it skips what lies deeper; CommonMark's preset says 20. Each level costs Python about two frames.
_DEEPEST = 100
_CHECKBOX = re.compile(r"\[([ xX])\](?:\s+|\Z)")
_NEWLINE = re.compile(r"\r\n|\n|\r")
_LISTS = {"bullet_list": "bulletListItem", "ordered_list": "numberedListItem"}


def from_markdown(text: str, new_id: Callable[[str], str]) -> list[Block]:
    """BlockNote blocks, `{id, type, props, content, children}`, of CommonMark with tables and strikethrough.

    `new_id` makes an id of a block's place ("0", "0.2": third child of the first), so the same text gets the same
    ids. What BlockNote cannot hold (raw HTML, unused link definitions) stays as text.
    """
    env: dict[str, Any] = {}
    tokens = _parser().parse(text, env)
    source = _NEWLINE.split(text)
    found = [block for node in SyntaxTreeNode(tokens).children for block in _blocks(node, source)]
    found += [_paragraph(line) for line in _unused_definitions(tokens, env, source)]
    return _with_ids(found, new_id)


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).enable(["table", "strikethrough"])


def _blocks(node: SyntaxTreeNode, source: list[str]) -> Iterator[Block]:
    """The blocks of one syntax node: one, but for a list, which has one for each item."""
    if node.type in _LISTS:
        yield from _list(node, source)
    elif node.type == "blockquote":
        yield _holder("quote", node, source)
    elif node.type == "table":
        yield _block("table", content=tables.from_tree(node))
    else:
        yield _leaf(node)


def _leaf(node: SyntaxTreeNode) -> Block:
    match node.type:
        case "heading":
            return _block("heading", {"level": int(node.tag[1:])}, _inline(node))
        case "fence" | "code_block":
            language = node.info.strip() or "text"
            return _block("codeBlock", {"language": language}, inlines.text(node.content.removesuffix("\n")))
        case "hr":
            return _block("divider")
        case "paragraph":
            return _image(node) or _block("paragraph", content=_inline(node))
    return _paragraph(node.content.rstrip("\n"))


def _image(paragraph: SyntaxTreeNode) -> Block | None:
    """A paragraph that is nothing but an image: BlockNote has images as blocks only."""
    tokens = _tokens(paragraph)
    if len(tokens) != 1 or tokens[0].type != "image":
        return None
    url, title = tokens[0].attrs.get("src", ""), tokens[0].attrs.get("title", "")
    return _block("image", {"url": url, "name": tokens[0].content, "caption": title})


def _list(node: SyntaxTreeNode, source: list[str]) -> Iterator[Block]:
    start = node.attrs.get("start", 1)
    for place, item in enumerate(node.children):
        block = _holder(_LISTS[node.type], item, source)
        if place == 0 and node.type == "ordered_list" and start != 1:
            block["props"]["start"] = start
        yield _checked(block)


def _checked(item: Block) -> Block:
    """A list item that starts with a box: a check list item, without the box."""
    first = item["content"][0] if item["content"] else {}
    box = _CHECKBOX.match(first.get("text", "")) if not first.get("styles") else None
    if box is None:
        return item
    rest = first["text"][box.end() :]
    content = [{**first, "text": rest}] if rest else []
    props = {"checked": box[1] != " "}
    return {**item, "type": "checkListItem", "props": props, "content": content + item["content"][1:]}


def _holder(kind: str, node: SyntaxTreeNode, source: list[str]) -> Block:
    """A list item or quote: its first paragraph is its content, whatever follows its children."""
    inside = [block for child in node.children for block in _blocks(child, source)]
    inside = inside or _given_up(node, source)
    if inside and inside[0]["type"] == "paragraph":
        return _block(kind, content=inside[0]["content"], children=inside[1:])
    return _block(kind, children=inside)


def _given_up(node: SyntaxTreeNode, source: list[str]) -> list[Block]:
    """The lines of a node that lies too deep for the parser to look into."""
    if node.level + 1 < _DEEPEST or node.map is None:
        return []
    return [_paragraph("\n".join(source[slice(*node.map)]))]


def _unused_definitions(tokens: list[Token], env: dict[str, Any], source: list[str]) -> Iterator[str]:
    """The source of each link definition that no link or image refers to."""
    inner = [token for outer in tokens for token in outer.children or []]
    used = {token.attrs.get("href", token.attrs.get("src")) for token in inner}
    for definition in env.get("references", {}).values():
        if definition["href"] not in used:
            yield "\n".join(source[slice(*definition["map"])])


def _inline(node: SyntaxTreeNode) -> list[inlines.Inline]:
    return inlines.from_tokens(_tokens(node))


def _tokens(node: SyntaxTreeNode) -> list[Token]:
    token = node.children[0].token if node.children else None
    return (token.children or []) if token else []


def _paragraph(text: str) -> Block:
    return _block("paragraph", content=inlines.text(text))


def _block(
    kind: str, props: dict[str, Any] | None = None, content: object = None, children: list[Block] | None = None
) -> Block:
    return {"type": kind, "props": props or {}, "content": content or [], "children": children or []}


def _with_ids(blocks: list[Block], new_id: Callable[[str], str], above: str = "") -> list[Block]:
    return [
        {"id": new_id(place), **block, "children": _with_ids(block["children"], new_id, f"{place}.")}
        for place, block in ((f"{above}{number}", block) for number, block in enumerate(blocks))
    ]
