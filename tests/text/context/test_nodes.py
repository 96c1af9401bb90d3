"""What is read of a node, whatever it holds."""

import pytest

from engawa_text.context import nodes
from tests.text.making import a_node


@pytest.mark.parametrize("data", [None, [], "x", 3, {}])
def test_data_without_keys_has_no_values(data: object) -> None:
    node = a_node("n", "sticky") | {"data": data}
    assert nodes.value(node, "text") is None
    assert nodes.text(node) == ""


def test_fields_of_odd_types_count_as_missing() -> None:
    odd = {"id": 3, "type": ["sticky"], "name": None}
    assert (nodes.key(odd), nodes.kind(odd), nodes.name(odd)) == (None, "", "")
    assert not nodes.is_item(odd)


def test_only_null_is_not_deleted() -> None:
    assert nodes.is_live({"deletedAt": None})
    assert nodes.is_live({})
    assert not nodes.is_live({"deletedAt": ""})
