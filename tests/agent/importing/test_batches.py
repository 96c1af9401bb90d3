from typing import Any

from engawa_agent.importing.batches import MAX_BYTES, batches, parents_first


def a_child(node_id: str, parent: str, text: str = "") -> dict[str, Any]:
    return {"id": node_id, "parentId": parent, "type": "sticky", "data": {"text": text}}


def test_parents_come_before_children_and_siblings_in_their_order() -> None:
    nodes = [a_child("c", "b"), a_child("b", "a"), a_child("z", "a"), a_child("a", "outside")]
    assert [node["id"] for node in parents_first(nodes)] == ["a", "b", "z", "c"]


def test_a_batch_has_a_hundred_items_at_most_and_edges_last() -> None:
    nodes = [a_child(f"n{n}", "board") for n in range(150)]
    found = list(batches(nodes, [{"id": f"e{n}"} for n in range(60)]))
    assert [(len(batch["nodes"]), len(batch["edges"])) for batch in found] == [(100, 0), (50, 50), (0, 10)]


def test_a_batch_stays_well_below_what_the_server_takes() -> None:
    nodes = [a_child(f"n{n}", "board", "日" * 100_000) for n in range(20)]
    assert [len(batch["nodes"]) for batch in batches(nodes, [])] == [6, 6, 6, 2]
    assert MAX_BYTES < 4_000_000 / 2 + 1


def test_nothing_is_no_batch() -> None:
    assert list(batches([], [])) == []
