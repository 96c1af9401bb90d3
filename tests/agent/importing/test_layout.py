from itertools import combinations
from typing import Any

from engawa_agent.exporting.layout import GAP, boxes
from engawa_agent.importing.geometry import Box
from tests.agent.importing.makers import BOARD, a_node

PLACE = {"x": 100, "y": 100, "width": 300, "height": 200}


def overlap(one: Box, other: Box) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


def test_nothing_lies_on_anything() -> None:
    places = boxes([a_node(f"n{n}") for n in range(30)], BOARD)
    assert not any(overlap(one, other) for one, other in combinations(places.values(), 2))


def test_what_has_a_place_keeps_it_and_the_rest_goes_below() -> None:
    places = boxes([a_node("a", data=PLACE), a_node("b")], BOARD)
    assert places["a"] == Box(100, 100, 300, 200)
    assert (places["b"].x, places["b"].y) == (100, 300 + GAP)


def test_a_placed_section_grows_for_new_things_only() -> None:
    section = a_node("s", "section", data=PLACE)
    outside: dict[str, Any] = {"x": 900, "y": 900, "width": 10, "height": 10}
    kept = boxes([section, a_node("a", parentId="s", data=outside)], BOARD)
    assert kept["s"] == Box(100, 100, 300, 200)
    grown = boxes([section, a_node("b", parentId="s")], BOARD)
    assert grown["s"].has_box(grown["b"])


def test_sections_within_sections_hold_everything() -> None:
    outer, inner = a_node("s", "section", data={}), a_node("t", "section", parentId="s", data={})
    places = boxes([outer, inner, *[a_node(f"n{n}", parentId="t") for n in range(9)]], BOARD)
    assert places["s"].has_box(places["t"])
    assert all(places["t"].has_box(places[f"n{n}"]) for n in range(9))


def test_an_empty_section_can_be_seen() -> None:
    assert boxes([a_node("s", "section", data={})], BOARD)["s"].area > 0
