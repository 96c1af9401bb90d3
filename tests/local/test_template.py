"""What is read from a template, and the sentence for one that cannot be read."""

from pathlib import Path

import pytest

from local import template
from local.template import Route, Schedule, Template
from local.trouble import Trouble
from tests.local.small import TEMPLATE, a_deployment


def small(folder: Path, text: str = TEMPLATE, **parameters: str) -> Template:
    return template.read(a_deployment(folder, text), parameters)


def test_functions_have_their_folder_handler_and_variables(tmp_path: Path) -> None:
    echo = small(tmp_path).functions["EchoFunction"]
    assert echo.folder == tmp_path / "functions/echo"
    assert echo.handler == "app.lambda_handler"
    assert echo.variables == {"TABLE_NAME": "Things", "LEASE_SECONDS": "60", "MOCK_MODE": "off"}
    assert echo.bound == {"TABLE_NAME"}


def test_a_given_parameter_wins_over_its_default(tmp_path: Path) -> None:
    assert small(tmp_path, MockMode="on").functions["EchoFunction"].variables["MOCK_MODE"] == "on"


def test_a_parameter_that_is_not_declared_changes_nothing(tmp_path: Path) -> None:
    assert small(tmp_path, Unheard="of") == small(tmp_path)


def test_routes_are_the_http_events_and_one_without_a_path_is_the_default(tmp_path: Path) -> None:
    routes = small(tmp_path).routes
    assert routes == (
        Route("GET", "/api/echo/{id}", "EchoFunction"),
        Route("POST", "/api/echo", "EchoFunction"),
        Route("ANY", None, "OtherFunction"),
    )
    assert [route.key for route in routes] == ["GET /api/echo/{id}", "POST /api/echo", "$default"]


def test_schedules_are_periods_in_seconds(tmp_path: Path) -> None:
    assert small(tmp_path).schedules == (Schedule("Minutely", 60, "EchoFunction"),)


@pytest.mark.parametrize(
    ("expression", "seconds"), [("rate(5 minutes)", 300), ("rate(1 hour)", 3600), ("rate(2 days)", 172800)]
)
def test_a_rate_may_be_in_other_units(tmp_path: Path, expression: str, seconds: int) -> None:
    text = TEMPLATE.replace("rate(1 minute)", expression)
    assert small(tmp_path, text).schedules[0].seconds == seconds


def test_the_table_has_its_schema_and_nothing_that_create_table_refuses(tmp_path: Path) -> None:
    (table,) = small(tmp_path).tables
    assert table.name == "Things"
    assert table.expiry == "expiresAt"
    assert set(table.schema) == {"BillingMode", "AttributeDefinitions", "KeySchema"}


def test_a_layer_adds_its_python_folder(tmp_path: Path) -> None:
    assert small(tmp_path).imports == (tmp_path / "layers/small/python",)


@pytest.mark.parametrize("name", ["echo", "EchoFunction"])
def test_a_function_goes_by_its_folder_or_its_logical_id(tmp_path: Path, name: str) -> None:
    assert small(tmp_path).function(name).name == "EchoFunction"


def test_an_unknown_function_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="There is no function ech; there are echo, other"):
        small(tmp_path).function("ech")


@pytest.mark.parametrize(
    ("was", "becomes", "sentence"),
    [
        ("Resources:", "Ressources:", "has no Resources"),
        ("Resources:", "Resources: [", "is not YAML: line 12, expected"),
        ("!Ref Things", "!Ref Thing", "TABLE_NAME refers to Thing"),
        ("!Ref Things", "!GetAtt Things.Arn", "can resolve Ref and Sub only"),
        ("CodeUri: functions/echo/", "Description: x", "EchoFunction in the template has no CodeUri"),
        ("rate(1 minute)", "'cron(0 3 * * ? *)'", r"scheduled by cron\(0 3 \* \* \? \*\)"),
    ],
)
def test_a_broken_template_is_one_sentence(tmp_path: Path, was: str, becomes: str, sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        small(tmp_path, TEMPLATE.replace(was, becomes))


def test_a_missing_template_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match=r"nowhere.yaml cannot be read: No such file or directory\."):
        template.read(tmp_path / "nowhere.yaml", {})


def test_sub_takes_parameters_and_resources(tmp_path: Path) -> None:
    text = TEMPLATE.replace("!Ref LeaseSeconds", '!Sub "${Things}-${LeaseSeconds}-${AWS::Region}"')
    assert small(tmp_path, text).functions["EchoFunction"].variables["LEASE_SECONDS"] == "Things-60-us-east-1"
