"""The index over nodes and edges."""

import pytest

from engawa_text.context.tree import TargetMissing, grow
from tests.text.making import a_node, an_edge


def test_children_keep_the_order_given_and_leave_deleted_ones_out() -> None:
    nodes = [a_node("z", "sticky", "p"), a_node("a", "image", "p"), a_node("m", "sticky", "p", deletedAt="x")]
    tree = grow(nodes, [])
    assert [node["id"] for node in tree.inside(a_node("p", "board"))] == ["z", "a"]
    assert [node["id"] for node in tree.inside(a_node("p", "board"), "image")] == ["a"]


def test_a_target_may_be_deleted_but_must_be_there() -> None:
    tree = grow([a_node("p", "board", deletedAt="x")], [])
    assert tree.target("p")["id"] == "p"
    with pytest.raises(TargetMissing):
        tree.target("q")


def test_edges_lie_under_their_board() -> None:
    tree = grow([], [an_edge("x", "y"), an_edge("y", "z", board="c"), an_edge("x", "z") | {"deletedAt": "x"}])
    assert [edge["id"] for edge in tree.edges["b"]] == ["x-y"]


def test_the_walk_enters_only_the_types_named() -> None:
    nodes = [a_node("s", "section", "p"), a_node("t", "sticky", "s"), a_node("u", "comment", "t")]
    walked = grow(nodes, []).below(a_node("p", "board"), through={"section"})
    assert [node["id"] for node in walked] == ["s", "t"]


def test_odd_ids_lie_nowhere() -> None:
    odd = [a_node("x", "sticky") | {"id": [1], "parentId": {"a": 1}}, a_node("y", "sticky") | {"id": None}]
    tree = grow(odd, [])
    assert tree.inside(odd[0]) == tree.inside(odd[1]) == []
