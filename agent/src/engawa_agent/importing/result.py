"""What a reader hands on: nodes and edges for the server, and what became of everything in the file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Node = dict[str, Any]
Edge = dict[str, Any]


@dataclass(frozen=True)
class Note:
    """Something to know about one place, a JSON pointer or a line: ("/nodes/3/x", "is not a usable number")."""

    place: str
    what: str


@dataclass(frozen=True)
class Counts:
    """Items are nodes and edges, of Markdown its blocks; found = taken + left_out.

    `kept_aside` counts fields by name: what the file holds and Engawa has no use for, kept for an export.
    """

    found: int
    taken: int
    left_out: int
    kept_aside: Mapping[str, int]


@dataclass(frozen=True)
class Import:
    """`nodes` as POST /api/nodes/batch takes them, parents anywhere; the first is the board or document."""

    title: str
    nodes: list[Node]
    edges: list[Edge]
    counts: Counts
    notes: list[Note]
