"""Tables, between markdown-it's tree and BlockNote's table content."""

from typing import Any, TypeAlias

from markdown_it.tree import SyntaxTreeNode

from engawa_text import inlines, spans

Table: TypeAlias = dict[str, Any]

_ALIGNED = "text-align:"
_PLAIN = {"colspan": 1, "rowspan": 1, "backgroundColor": "default", "textColor": "default"}


def from_tree(node: SyntaxTreeNode) -> Table:
    """`{"type": "tableContent", "columnWidths", "headerRows", "rows": [{"cells": [...]}]}`, the header first."""
    rows = [row for part in node.children for row in part.children]
    return {
        "type": "tableContent",
        "columnWidths": [None] * len(rows[0].children),
        "headerRows": 1,
        "rows": [{"cells": [_cell(cell) for cell in row.children]} for row in rows],
    }


def _cell(node: SyntaxTreeNode) -> dict[str, Any]:
    style = str(node.attrs.get("style", ""))
    alignment = style.removeprefix(_ALIGNED) if style.startswith(_ALIGNED) else "left"
    token = node.children[0].token if node.children else None
    content = inlines.from_tokens(token.children or []) if token else []
    return {"type": "tableCell", "content": content, "props": {**_PLAIN, "textAlignment": alignment}}


def to_lines(content: object) -> list[str]:
    """The rows of a table content as Markdown, the first as its header; none if there is no row."""
    rows = _rows(content)
    width = max((len(row) for row in rows), default=0)
    if width == 0:
        return []
    rule = [_rule(cell) for cell in rows[0]] + ["---"] * (width - len(rows[0]))
    written = [[_written(cell) for cell in row] + [""] * (width - len(row)) for row in rows]
    return ["| " + " | ".join(row) + " |" for row in [written[0], rule, *written[1:]]]


def _rows(content: object) -> list[list[object]]:
    rows = content.get("rows") if isinstance(content, dict) else None
    found = [row.get("cells") for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return [cells for cells in found if isinstance(cells, list)]


def _rule(cell: object) -> str:
    props = cell.get("props") if isinstance(cell, dict) else None
    alignment = props.get("textAlignment") if isinstance(props, dict) else None
    return {"center": ":---:", "right": "---:"}.get(str(alignment), "---")


def _written(cell: object) -> str:
    """A cell is a `tableCell` or, as older editors wrote it, its bare inline content."""
    content = cell.get("content") if isinstance(cell, dict) else cell
    return " ".join(spans.to_markdown(content).split("\n")).replace("|", "\\|")
