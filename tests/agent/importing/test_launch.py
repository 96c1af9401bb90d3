"""The sample board that the demo imports."""

import json
from collections import Counter
from pathlib import Path

from engawa_agent.importing import canvas
from tests.agent.importing.makers import TARGET

TEXT = (Path(__file__).parents[2] / "data" / "launch.canvas").read_text(encoding="utf-8")
IMPORTED = canvas.read(TEXT, TARGET)


def test_it_has_something_of_everything() -> None:
    kinds = Counter(node["type"] for node in IMPORTED.nodes)
    assert kinds == {"board": 1, "sticky": 25, "section": 5, "link": 2, "text_card": 1, "image": 1}
    assert len(IMPORTED.edges) == 6
    assert {edge["data"].get("color") for edge in IMPORTED.edges} >= {None, "red", "yellow"}


def test_nothing_in_it_is_odd() -> None:
    assert (IMPORTED.notes, IMPORTED.counts.left_out) == ([], 0)


def test_its_stickies_stand_in_their_sections() -> None:
    names = {node["id"]: node["name"] for node in IMPORTED.nodes if node["type"] == "section"}
    inside = Counter(names.get(node["parentId"], "") for node in IMPORTED.nodes if node["type"] == "sticky")
    assert inside == {
        "Goal and decisions": 6,
        "Timeline": 6,
        "Risks": 4,
        "Open questions": 4,
        "Story and marketing": 4,
        "": 1,
    }


def test_nothing_overlaps() -> None:
    boxes = [node for node in json.loads(TEXT)["nodes"] if node["type"] != "group"]
    apart = [_apart(one, other) for place, one in enumerate(boxes) for other in boxes[:place]]
    assert all(apart)


def _apart(one: dict[str, int], other: dict[str, int]) -> bool:
    beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    return beside or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
