from typing import Any

import pytest

from engawa_agent.importing import canvas
from engawa_agent.importing.result import Import
from tests.agent.importing.makers import BOARD, TARGET, a_canvas, a_text, an_edge

A, B = TARGET.id_of("a"), TARGET.id_of("b")


def read(*edges: Any) -> Import:
    return canvas.read(a_canvas(a_text("a"), a_text("b", x=300), edges=edges), TARGET)


def only(edge: Any) -> dict[str, Any]:
    (found,) = read(edge).edges
    return found


def test_an_edge_is_an_arrow() -> None:
    edge = only(an_edge(label="leads to", color="1", fromSide="right", toEnd="arrow"))
    assert edge == {
        "id": TARGET.id_of("e"),
        "boardId": BOARD,
        "sourceNodeId": A,
        "targetNodeId": B,
        "label": "leads to",
        "data": {"color": "red", "canvas": {"id": "e", "fromSide": "right", "toEnd": "arrow"}},
    }


def test_an_edge_with_its_only_head_at_the_start_is_turned_round() -> None:
    edge = only(an_edge(fromEnd="arrow", toEnd="none"))
    assert (edge["sourceNodeId"], edge["targetNodeId"]) == (B, A)


@pytest.mark.parametrize("end", [{"toNode": "ghost"}, {"toNode": None}, {"toNode": ["b"]}])
def test_an_end_that_leads_nowhere_is_free(end: dict[str, Any]) -> None:
    imported = read(an_edge(**end))
    (edge,) = imported.edges
    assert edge["sourceNodeId"] == A
    assert edge["data"]["targetFree"] == {"x": 220, "y": 25}
    assert edge["data"]["canvas"]["toNode"] == end["toNode"]
    assert imported.notes[0].place == "/edges/0/toNode"


def test_a_missing_end_is_free_too() -> None:
    (edge,) = read({"id": "e"}).edges
    assert edge["data"]["sourceFree"] == edge["data"]["targetFree"] == {"x": 0, "y": 0}
    assert edge["sourceNodeId"] != edge["targetNodeId"]


def test_a_name_that_leads_nowhere_has_the_id_its_node_would_have() -> None:
    assert only(an_edge(toNode="ghost"))["targetNodeId"] == TARGET.id_of("ghost")


def test_numbers_and_texts_name_the_same_node() -> None:
    text = a_canvas(a_text(1), a_text("2"), edges=[an_edge(fromNode="1", toNode=2)])
    (edge,) = canvas.read(text, TARGET).edges
    assert (edge["sourceNodeId"], edge["targetNodeId"]) == (TARGET.id_of("1"), TARGET.id_of("2"))


def test_two_edges_with_one_id_are_two_arrows() -> None:
    imported = read(an_edge("e"), an_edge("e"))
    assert len({edge["id"] for edge in imported.edges}) == 2
    assert [note.place for note in imported.notes] == ["/edges/1/id"]


def test_what_is_no_object_is_left_out() -> None:
    imported = read("e", an_edge())
    assert (len(imported.edges), imported.counts.left_out) == (1, 1)
