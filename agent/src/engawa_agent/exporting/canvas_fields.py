"""The fields that nodes and edges of a canvas have alike, each as it was imported unless it was changed here."""

from collections.abc import Iterable, Mapping
from typing import Any

from engawa_agent.exporting.layout import placed
from engawa_agent.importing.canvas_fields import is_number
from engawa_agent.importing.colors import code_of, name_of
from engawa_agent.importing.geometry import Box
from engawa_agent.importing.ids import text_of
from engawa_agent.importing.sizes import short_name

Thing = Mapping[str, Any]


def kept(thing: Thing) -> Mapping[str, Any]:
    """What an import kept aside; empty for what was made here. Another app may keep anything under that name."""
    value = thing["data"].get("canvas")
    return value if isinstance(value, dict) else {}


def is_imported(thing: Thing) -> bool:
    return isinstance(thing["data"].get("canvas"), dict)


def own_ids(things: Iterable[Thing]) -> dict[str, Any]:
    """Each one's id in the file, by ours: the one it was imported with, unless a copy of it has that already."""
    ids: dict[str, Any] = {}
    used = set()
    for thing in things:
        own = kept(thing).get("id")
        is_free = bool(text_of(own)) and text_of(own) not in used
        ids[thing["id"]] = own if is_free else thing["id"]
        used.add(text_of(ids[thing["id"]]))
    return ids


def color(thing: Thing) -> dict[str, str]:
    name, before = thing["data"].get("color"), kept(thing).get("color")
    if not isinstance(name, str) or not name:
        return {}
    return {"color": before if isinstance(before, str) and name_of(before) == name else code_of(name)}


def label(thing: Thing, field: str) -> str:
    """The name of a section or the label of an arrow; the long one that was cut, if it still is that one."""
    name, before = thing.get(field) or "", kept(thing).get("label")
    return before if isinstance(before, str) and short_name(before) == name else str(name)


def numbers(node: Thing, box: Box) -> tuple[dict[str, float], dict[str, float]]:
    """(x, y, width and height that the node has, those that it got from `box` because it lacks them).

    The format wants whole numbers. An imported one that has others gets them back.
    """
    own, given = {}, {}
    before = placed(node)
    for name in ("x", "y", "width", "height"):
        value, in_box = node["data"].get(name), getattr(box, name)
        if not is_number(value):
            given[name] = round(in_box)
        elif before and getattr(before, name) != in_box:
            own[name] = round(in_box)
        else:
            own[name] = value if is_imported(node) else round(value)
    return own, given
