"""Nested values of a template, resolved."""

from typing import Any

import pytest

from local.cloudformation import References
from local.trouble import Trouble
from local.values import Values

DOCUMENT: dict[str, Any] = {
    "Parameters": {
        "Origins": {"Type": "CommaDelimitedList", "Default": "a, b"},
        "Name": {"Type": "String", "Default": "n"},
    },
    "Conditions": {
        "IsNamed": {"Fn::Not": [{"Fn::Equals": [{"Ref": "Name"}, ""]}]},
        "HasNone": {"Fn::Equals": [{"Fn::Join": ["", {"Ref": "Origins"}]}, ""]},
        "Either": {"Fn::Or": [{"Condition": "IsNamed"}, {"Condition": "HasNone"}]},
    },
    "Resources": {},
}


def resolved(value: Any, **parameters: str) -> Any:
    return Values.of_document(DOCUMENT, References.of(DOCUMENT, parameters)).of(value, "Here")


@pytest.mark.parametrize(
    ("value", "comes_to"),
    [
        ({"Ref": "Origins"}, ["a", "b"]),
        ({"Fn::Join": ["-", {"Ref": "Origins"}]}, "a-b"),
        ({"Fn::Sub": "${Name}!"}, "n!"),
        ({"Age": 600, "Of": [{"Ref": "Name"}, {"Ref": "AWS::NoValue"}]}, {"Age": 600, "Of": ["n"]}),
        ({"Fn::If": ["IsNamed", {"Ref": "Name"}, "nobody"]}, "n"),
        ({"Left": {"Fn::If": ["HasNone", 1, {"Ref": "AWS::NoValue"}]}, "Right": 2}, {"Right": 2}),
    ],
)
def test_what_a_value_comes_to(value: Any, comes_to: Any) -> None:
    assert resolved(value) == comes_to


def test_a_condition_follows_the_parameters() -> None:
    chosen = {"Fn::If": ["HasNone", "none", "some"]}
    assert (resolved(chosen), resolved(chosen, Origins="")) == ("some", "none")


@pytest.mark.parametrize("name", ["Either", "Unknown"])
def test_a_condition_that_cannot_be_decided_is_one_sentence(name: str) -> None:
    with pytest.raises(Trouble, match=r"can decide Not and Equals only, and Here hangs on"):
        resolved({"Fn::If": [name, 1, 2]})
