"""Which reader reads which file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from engawa_agent.importing import canvas, markdown, nodes_json
from engawa_agent.importing.result import Import
from engawa_agent.importing.target import Target
from engawa_agent.importing.trouble import BadFile


@dataclass(frozen=True)
class Format:
    """`kind`: the type of node that a file of this format becomes."""

    kind: str
    extensions: tuple[str, ...]
    read: Callable[[str, Target], Import]


FORMATS: Mapping[str, Format] = {
    "canvas": Format("board", (".canvas",), canvas.read),
    "markdown": Format("document", (".md", ".markdown"), markdown.read),
    "json": Format("board", (".json",), nodes_json.read),
}


def of(path: Path, named: str | None = None) -> Format:
    """The format named, else the one of the extension. Raises BadFile when neither says."""
    if named:
        return FORMATS[named]
    for each in FORMATS.values():
        if path.suffix.lower() in each.extensions:
            return each
    known = ", ".join(extension for each in FORMATS.values() for extension in each.extensions)
    raise BadFile("", f"has none of the extensions {known}, so say --format {'|'.join(FORMATS)}")
