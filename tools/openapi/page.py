"""The same document for people: one page, readable without scripts, that loads nothing."""

from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

from markdown_it import MarkdownIt

from tools.openapi import ROOT, shapes

Schema = dict[str, Any]

STYLE = ROOT / "tools/openapi/page.css"
# Words of docs/api.md; what looks like HTML in them is text.
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def built(document: Schema) -> str:
    """The whole page for an OpenAPI document of ours."""
    title = f"{escape(document['info']['title'])} API"
    style = STYLE.read_text(encoding="utf-8")
    parts = [*_head(document, title), *_sections(document), *_models(document["components"]["schemas"])]
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n<main>\n" + "\n".join(parts) + "\n</main>\n</html>\n"
    )


def _head(document: Schema, title: str) -> Iterator[str]:
    yield f'<h1>{title}</h1>\n<p>For programs: <a href="openapi.json">openapi.json</a></p>'
    yield f"<nav><ul>{''.join(_entries(document))}</ul></nav>"
    yield MARKDOWN.render(document["info"]["description"])


def _entries(document: Schema) -> Iterator[str]:
    for path, method, operation in _operations(document):
        yield f'<li><a href="#{operation["operationId"]}">{_key(method, path)}</a></li>'


def _operations(document: Schema) -> Iterator[tuple[str, str, Schema]]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def _key(method: str, path: str) -> str:
    return f"<b>{method.upper()}</b> {escape(path)}"


def _sections(document: Schema) -> Iterator[str]:
    for tag in document["tags"]:
        yield f"<h2>{escape(tag['name'])}</h2>"
        for path, method, operation in _operations(document):
            if operation["tags"] == [tag["name"]]:
                yield "\n".join(_article(_key(method, path), operation))


def _article(key: str, operation: Schema) -> Iterator[str]:
    yield f'<article id="{operation["operationId"]}">\n<h3>{key}</h3>'
    yield f"<p>{MARKDOWN.renderInline(operation['description'])}</p>"
    yield f"<p>{_who(operation)}</p>"
    taken = [*map(_parameter, operation.get("parameters", [])), *_bodies(operation)]
    if taken:
        yield _table(("takes", "where", "is"), taken)
    yield _table(("status", "answers", "header"), _good(operation))
    yield f"<p>Refuses with {', '.join(_refusals(operation))}.</p>"
    yield "</article>"


def _who(operation: Schema) -> str:
    if "x-scope" not in operation:
        return "Open: needs no token."
    granted = "".join(f", {kind} where granted" for kind in operation["x-granted"])
    return f"Scope {shapes.code(operation['x-scope'])}: {', '.join(operation['x-kinds'])}{granted}."


def _parameter(parameter: Schema) -> tuple[str, str, str]:
    says = MARKDOWN.renderInline(parameter.get("description", ""))
    return shapes.code(parameter["name"]), parameter["in"], f"{shapes.of(parameter['schema'])}. {says}"


def _bodies(operation: Schema) -> Iterator[tuple[str, str, str]]:
    if "requestBody" in operation:
        body = operation["requestBody"]
        needed = "" if body["required"] else " May be absent."
        yield "body", "body", shapes.of(body["content"]["application/json"]["schema"]) + "." + needed


def _good(operation: Schema) -> Iterator[tuple[str, str, str]]:
    for status, response in operation["responses"].items():
        if "$ref" not in response:
            shown = "".join(shapes.of(content["schema"]) for content in response.get("content", {}).values())
            headers = ", ".join(map(shapes.code, response.get("headers", {})))
            yield status, shown or escape(response["description"]), headers


def _refusals(operation: Schema) -> Iterator[str]:
    """`400 invalid`: what a code means stands at the top of the page, once."""
    for response in operation["responses"].values():
        if "$ref" in response:
            yield shapes.code(response["$ref"].rpartition("/")[2].replace(".", " "))


def _models(schemas: Schema) -> Iterator[str]:
    yield "<h2>Bodies and answers</h2>"
    for name, schema in schemas.items():
        says = MARKDOWN.renderInline(schema.get("description", ""))
        yield f'<article id="{escape(name, quote=True)}">\n<h3>{escape(name)}</h3>\n<p>{says}</p>'
        yield _table(("field", "needed", "is"), _fields(schema)) + "\n</article>"


def _fields(schema: Schema) -> Iterator[tuple[str, str, str]]:
    needed = schema.get("required", [])
    for name, field in schema["properties"].items():
        says = MARKDOWN.renderInline(field.get("description", ""))
        yield shapes.code(name), "yes" if name in needed else "", f"{shapes.of(field)}. {says}".strip()


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{text}</th>" for text in heads)
    body = "\n".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table>\n<tr>{head}</tr>\n{body}\n</table></div>'
