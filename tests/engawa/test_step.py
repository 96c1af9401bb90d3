"""Steps: what they do to a dictionary is what they do to the table."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from engawa.attributes import decode_item, encode_item
from engawa.step import ABSENT, AFTER, BEFORE, EQUALS, PRESENT, Clause, Step, apply
from engawa.workspace import Workspace
from makers import an_id

# One type for each attribute, as in the real items: moto cannot compare across types, DynamoDB finds them unequal.
VALUES = {"status": some.sampled_from("abc"), "fence": some.integers(0, 3), "visibleAt": some.sampled_from("abc")}
RELATIONS = some.sampled_from([EQUALS, BEFORE, AFTER, ABSENT, PRESENT])
CLAUSES = some.one_of(some.builds(Clause, some.just(name), RELATIONS, value) for name, value in VALUES.items())
ITEMS = some.fixed_dictionaries({}, optional=VALUES)
SETS = some.fixed_dictionaries({}, optional={name: some.none() | value for name, value in VALUES.items()})


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=ITEMS, clauses=some.lists(CLAUSES, max_size=2), sets=SETS)
def test_a_dictionary_and_the_table_agree(
    workspace: Workspace, before: dict[str, Any], clauses: list[Clause], sets: dict[str, Any]
) -> None:
    key = workspace.job_key(an_id(1))
    step = Step(tuple(clauses), {"mark": "x", **sets})
    model: dict[str, Any] = {**key, **before}
    workspace.put(dict(model))
    assert workspace.update(key, step).done == apply(step, model)
    assert workspace.get(key) == model


def test_a_path_reaches_into_a_map(workspace: Workspace) -> None:
    key = workspace.node_key(workspace.id)
    workspace.update(key, Step((), {("data", "x"): "1", ("data", "a.b#c"): "2"}))
    after = workspace.update(key, Step((), {("data", "x"): None}))
    assert after.item is not None
    assert after.item["data"] == {"a.b#c": "2"}


def test_items_keep_their_values() -> None:
    item = {"a": "x", "n": 10**30, "yes": True, "raw": b"\x00", "map": {"k": "v"}, "gone": None}
    assert decode_item(encode_item(item)) == {key: value for key, value in item.items() if value is not None}


def test_an_item_takes_no_floats() -> None:
    with pytest.raises(TypeError, match="float"):
        encode_item({"x": 1.5})
