"""Which route takes a request."""

import pytest

from local.routes import Match, Routes
from local.template import Route

TEMPLATE = [
    Route("ANY", None, "Default"),
    Route("GET", "/api/nodes/{id}", "ById"),
    Route("ANY", "/api/{rest+}", "Greedy"),
    Route("POST", "/api/nodes/batch", "Batch"),
    Route("GET", "/api/nodes", "List"),
    Route("ANY", "/api/nodes", "AnyMethod"),
    Route("POST", "/api/jobs/{id}/renew", "Renew"),
]


def match(method: str, path: str) -> Match:
    found = Routes(TEMPLATE).match(method, path)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("method", "path", "function", "parameters"),
    [
        ("GET", "/api/nodes", "List", {}),
        ("PUT", "/api/nodes", "AnyMethod", {}),
        ("POST", "/api/nodes/batch", "Batch", {}),
        ("GET", "/api/nodes/batch", "ById", {"id": "batch"}),
        ("DELETE", "/api/nodes/7", "Greedy", {"rest": "nodes/7"}),
        ("POST", "/api/jobs/7/renew", "Renew", {"id": "7"}),
        ("GET", "/", "Default", {}),
        ("OPTIONS", "/elsewhere", "Default", {}),
    ],
)
def test_the_most_specific_route_wins(method: str, path: str, function: str, parameters: dict[str, str]) -> None:
    found = match(method, path)
    assert (found.route.function, found.parameters) == (function, parameters)


def test_parameters_are_decoded_after_the_path_was_split() -> None:
    assert match("GET", "/api/nodes/a%2Fb%20%E7%B8%81").parameters == {"id": "a/b 縁"}


def test_without_a_default_there_may_be_no_route() -> None:
    assert Routes([Route("GET", "/api/nodes", "List")]).match("POST", "/api/nodes") is None
