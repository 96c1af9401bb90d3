"""The fields of one object of a JSON Canvas file, with an eye on what nobody takes.

https://jsoncanvas.org/spec/1.0/ names the fields; it has no rule for others, and plugins write their own.
"""

from collections.abc import Mapping
from typing import Any

from engawa_agent.importing.colors import code_of, name_of
from engawa_agent.importing.ids import Ids, text_of
from engawa_agent.importing.json_text import under
from engawa_agent.importing.log import Log
from engawa_agent.importing.sizes import short_name

NUMBERS = frozenset(("x", "y", "width", "height"))
NODE_TEXTS = {"text", "file", "subpath", "url", "label", "background", "backgroundStyle"}
EDGE_TEXTS = {"fromNode", "fromSide", "fromEnd", "toNode", "toSide", "toEnd", "label"}
TEXTS = {"id", "type", "color"} | NODE_TEXTS | EDGE_TEXTS
FARTHEST = 1e9  # units from the origin; beyond that, floats no longer tell neighbours apart


class Fields:
    """What a reader takes is gone from `rest`; what is left there is kept as it is, and comes back on export."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self.rest = dict(raw)

    def text(self, name: str) -> str:
        """The field's text. Nothing, not even "", is taken that is no text or an empty one."""
        value = self.rest.get(name)
        return str(self.rest.pop(name)) if isinstance(value, str) and value else ""

    def label(self) -> str:
        """As long as a name may be; of a longer label the whole is kept in `rest`."""
        label = self.text("label")
        if short_name(label) != label:
            self.rest["label"] = label
        return short_name(label)

    def color(self) -> dict[str, str]:
        """`{"color": name or hex}`, or nothing. A value that would not come back the same is kept in `rest` too."""
        code = self.text("color")
        if code and code_of(name_of(code)) != code:
            self.rest["color"] = code
        return {"color": name_of(code)} if code else {}

    def place(self) -> dict[str, float]:
        """Those of x, y, width and height that are usable numbers."""
        usable = [name for name in ("x", "y", "width", "height") if is_number(self.rest.get(name))]
        return {name: self.rest.pop(name) for name in usable}


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= FARTHEST


def claim_id(fields: Fields, place: str, ids: Ids, log: Log) -> str:
    """Our id for the thing at `place`. Its own stays in `rest`, unless an earlier one has it."""
    own = text_of(fields.rest.get("id"))
    if not own:
        log.note(place, "has no usable id: it got one from its place in the file")
    elif own in ids.known:
        log.note(under(place, "id"), f'"{own}" is used before: this one got an id of its own')
        del fields.rest["id"]
    return ids.claim(own, place)


def tell_kept(rest: Mapping[str, Any], place: str, log: Log) -> None:
    """Count what is kept aside; what the format does not know, or not like this, also gets a note."""
    log.keep([name for name in rest if name not in ("id", "type")])
    for name, value in rest.items():
        if odd := _what_is_odd(name, value):
            log.note(under(place, name), f"{odd}: kept aside")


def _what_is_odd(name: str, value: object) -> str:
    if name in NUMBERS:
        return "" if is_number(value) else "is not a usable number"
    if name in TEXTS:
        return "" if isinstance(value, str) else "is not a text"
    return "is not a field of JSON Canvas"
