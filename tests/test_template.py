"""template.yaml against the code: every route served and with an event, every role no wider than its function."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from functions.conftest import app
from local import cloudformation, template

ROOT = Path(__file__).parent.parent
DOCUMENT = cloudformation.load(ROOT / "template.yaml")
DESCRIBED = template.read(ROOT / "template.yaml", {})
FUNCTIONS = {name: made for name, made in DOCUMENT["Resources"].items() if made["Type"] == "AWS::Serverless::Function"}
INVOKED = [made for made in FUNCTIONS.values() if "Events" not in made["Properties"]]
ROUTES = [route for route in DESCRIBED.routes if route.path]
FORBIDDEN = re.compile(r"secretsmanager|ssm:|kms:|bedrock|sagemaker|comprehend|lex:|sts:", re.IGNORECASE)
KEY_LIKE = re.compile(r"api.?key|secret|password|openai|anthropic|gemini|copilot|ollama|claude", re.IGNORECASE)


def event_of(key: str) -> str:
    """The sample event of a route: `GET /api/nodes/{id}` -> get-api-nodes-id."""
    return re.sub(r"[^a-z-]", "", key.lower().replace(" ", "").replace("/", "-"))


def statements(name: str) -> Iterator[dict[str, Any]]:
    for policy in FUNCTIONS[name]["Properties"].get("Policies", []):
        yield from policy["Statement"]


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def folder_of(name: str) -> str:
    return DESCRIBED.functions[name].folder.name


def test_every_route_is_served_by_its_function_and_nothing_else_is() -> None:
    routed = {(folder_of(route.function), route.key) for route in ROUTES}
    folders = {folder_of(name) for name in FUNCTIONS} - {"requeue"}
    served = {(folder, route.key) for folder in folders for route in app(folder).api.routes}
    assert routed == served


@pytest.mark.parametrize("key", [route.key for route in ROUTES])
def test_every_route_has_a_sample_event(key: str) -> None:
    event = json.loads((ROOT / "events" / f"{event_of(key)}.json").read_text(encoding="utf-8"))
    assert (event["version"], event["routeKey"]) == ("2.0", key)


def test_every_sample_event_has_a_route_or_a_schedule() -> None:
    expected = {event_of(route.key) for route in ROUTES} | {"default"}
    expected |= {f"schedule-{folder_of(schedule.function)}" for schedule in DESCRIBED.schedules}
    expected |= {"invoke-founding" for _ in INVOKED}
    assert {path.stem for path in (ROOT / "events").iterdir()} == expected


@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_every_role_reaches_this_table_alone(name: str) -> None:
    for statement in statements(name):
        assert statement["Effect"] == "Allow"
        for resource in as_list(statement["Resource"]):
            assert "Table.Arn" in str(resource)
            assert "*" not in str(resource)


@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_no_role_has_a_wildcard_or_could_use_a_key(name: str) -> None:
    actions = [action for statement in statements(name) for action in as_list(statement["Action"])]
    assert not [action for action in actions if "*" in action or FORBIDDEN.search(action)]


def test_no_variable_or_parameter_is_named_like_a_key() -> None:
    variables = {key for function in DESCRIBED.functions.values() for key in function.variables}
    assert not [name for name in variables | set(DOCUMENT["Parameters"]) if KEY_LIKE.search(name)]


def test_the_table_keeps_what_it_has_and_can_be_restored() -> None:
    table = DOCUMENT["Resources"]["Table"]
    assert table["DeletionPolicy"] == table["UpdateReplacePolicy"] == "Retain"
    assert table["Properties"]["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert table["Properties"]["TimeToLiveSpecification"]["Enabled"]
    assert table["Properties"]["BillingMode"] == "PAY_PER_REQUEST"


def test_logs_are_kept_for_a_time_and_every_function_writes_there() -> None:
    resources = DOCUMENT["Resources"]
    assert "RetentionInDays" in resources["LogGroup"]["Properties"]
    assert "LogGroup" in str(DOCUMENT["Globals"]["Function"]["LoggingConfig"]["LogGroup"])


def test_the_defaults_of_template_and_code_are_the_same() -> None:
    from engawa import settings

    given = next(iter(DESCRIBED.functions.values())).variables
    assert settings.read(given) == settings.Settings()
