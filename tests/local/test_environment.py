"""What the functions see of the caller's environment."""

from pathlib import Path

import pytest

from local import environment
from local.template import Function
from local.trouble import Trouble

ENDPOINT = "http://127.0.0.1:8000"


def a_function(name: str = "One", bound: frozenset[str] = frozenset(), **variables: str) -> Function:
    return Function(name, Path(name), "app.lambda_handler", variables, bound)


def test_the_caller_wins_over_the_template() -> None:
    seen = environment.variables([a_function(LEASE_SECONDS="60")], {"LEASE_SECONDS": "10"}, ENDPOINT)
    assert seen["LEASE_SECONDS"] == "10"


def test_the_caller_cannot_point_to_another_table() -> None:
    function = a_function(bound=frozenset({"TABLE_NAME"}), TABLE_NAME="Table")
    assert environment.variables([function], {"TABLE_NAME": "production"}, ENDPOINT)["TABLE_NAME"] == "Table"


def test_nothing_of_the_callers_account_is_left() -> None:
    seen = environment.variables([a_function()], {"AWS_ACCESS_KEY_ID": "AKIAREAL"}, ENDPOINT)
    assert seen["AWS_ACCESS_KEY_ID"] == "local"
    assert seen["AWS_ENDPOINT_URL_DYNAMODB"] == ENDPOINT


def test_functions_that_want_different_values_are_refused() -> None:
    functions = [a_function("One", LEVEL="INFO"), a_function("Two", LEVEL="DEBUG")]
    with pytest.raises(Trouble, match="Two sets LEVEL to another value"):
        environment.variables(functions, {}, ENDPOINT)
