"""What `engawa import` says when it is done, as lines for a person and as fields for a program."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from engawa_agent.importing.result import Import

NOTES_SHOWN = 10
# A container's own summary, by its type.
NEXT = {
    "board": "engawa ask summarize_board --target",
    "document": "engawa ask summarize_document --target",
    "project": "engawa ask project_brief --target",
}


def lines(imported: Import, file: str, state: str) -> Iterator[str]:
    """`state`: "new", "updated", or "nothing sent" for a dry run."""
    top, counts = imported.nodes[0], imported.counts
    yield clean(f'{file} -> {top["type"]} "{top["name"]}" ({state})')
    yield f"  in the file {counts.found}, taken {counts.taken}, left out {counts.left_out}{_kinds(imported)}"
    if counts.kept_aside:
        kept = ", ".join(f"{name} {number}" for name, number in counts.kept_aside.items())
        yield clean(f"  kept aside for an export: {kept}")
    for note in imported.notes[:NOTES_SHOWN]:
        yield clean(f"  {note.place or 'the file'} {note.what}")
    if len(imported.notes) > NOTES_SHOWN:
        yield f"  and {len(imported.notes) - NOTES_SHOWN} more (--json lists all)"


def next_lines(imported: Import) -> Iterator[str]:
    top = imported.nodes[0]
    yield f"{top['type']} {top['id']}"
    if command := next_command(imported):
        yield f"Next: {command}"


def next_command(imported: Import) -> str:
    top = imported.nodes[0]
    command = NEXT.get(str(top["type"]))
    return f"{command} {top['id']}" if command else ""


def fields(imported: Import, state: str) -> dict[str, Any]:
    """For --json; places are JSON pointers or lines."""
    top, counts = imported.nodes[0], imported.counts
    return {
        "id": top["id"],
        "type": top["type"],
        "name": top["name"],
        "state": state,
        "nodes": len(imported.nodes),
        "edges": len(imported.edges),
        "found": counts.found,
        "taken": counts.taken,
        "leftOut": counts.left_out,
        "keptAside": dict(counts.kept_aside),
        "notes": [asdict(note) for note in imported.notes],
        "next": next_command(imported),
    }


def clean(line: str) -> str:
    """A file's own words must not steer the terminal."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in line)


def _kinds(imported: Import) -> str:
    """What the items became; the board or document itself is not counted."""
    kinds = Counter(str(node["type"]) for node in imported.nodes[1:])
    if imported.edges:
        kinds["edge"] = len(imported.edges)
    return ": " + ", ".join(f"{number} {kind}" for kind, number in kinds.most_common()) if kinds else ""
