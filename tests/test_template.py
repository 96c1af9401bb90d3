"""template.yaml against the code: every route served and with an event, every role no wider than its function."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from functions import test_roles
from functions.conftest import app
from key_like import is_key_like
from local import cloudformation, template

ROOT = Path(__file__).parent.parent
DOCUMENT = cloudformation.load(ROOT / "template.yaml")
DESCRIBED = template.read(ROOT / "template.yaml", {})
FUNCTIONS = {name: made for name, made in DOCUMENT["Resources"].items() if made["Type"] == "AWS::Serverless::Function"}
INVOKED = [made for made in FUNCTIONS.values() if "Events" not in made["Properties"]]
ROUTES = [route for route in DESCRIBED.routes if route.path]
INDEXES = [
    index["IndexName"]
    for kind in ("LocalSecondaryIndexes", "GlobalSecondaryIndexes")
    for index in DOCUMENT["Resources"]["Table"]["Properties"][kind]
]
# What a role may be allowed beyond the table, with the only resource that AWS lets it be narrowed to, and why.
# https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
BEYOND_THE_TABLE = {
    "xray:PutTraceSegments": ("*", "tracing: X-Ray's actions know no resource"),
    "xray:PutTelemetryRecords": ("*", "tracing: X-Ray's actions know no resource"),
    "dynamodb:ListStreams": ("*", "a stream has no name before it is listed"),
    "execute-api:ManageConnections": ("/@connections/*", "a connection of our own API has no id before it is made"),
}
# Each further property of a function could widen its role by itself: Role, VpcConfig, KmsKeyArn, DeadLetterQueue,
# EventInvokeConfig, Connectors. Of these ones Tracing does: it attaches AWSXrayWriteOnlyAccess.
PROPERTIES = {"Description", "CodeUri", "Handler", "Policies", "Events"}
FOR_ALL = {"Runtime", "Architectures", "Handler", "MemorySize", "Timeout", "Layers", "Environment"}
FOR_ALL |= {"LoggingConfig", "Tracing"}
# A stream or a queue as an event's source would attach a policy of AWS's own; these two attach none.
EVENTS = {"HttpApi", "Schedule"}
RESOURCES = {
    "AWS::DynamoDB::Table",
    "AWS::Logs::LogGroup",
    "AWS::Serverless::Function",
    "AWS::Serverless::HttpApi",
    "AWS::Serverless::LayerVersion",
}
SECRETS = re.compile(r"secretsmanager|\bssm\b|\bkms:|\bsts:|\biam:|appconfig|cognito|\{\{resolve", re.IGNORECASE)
MODELS = re.compile(
    r"bedrock|sagemaker|comprehend|\blex:|polly|rekognition|textract|transcribe|translate:|kendra|qbusiness|lambda:invoke",
    re.IGNORECASE,
)


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


def resource(of: Any) -> str:
    """As text: `Table` for the table, `Table/index/queue` for an index of it, anything else as it is written."""
    if of == {"Fn::GetAtt": "Table.Arn"}:
        return "Table"
    return str(of.get("Fn::Sub", of) if isinstance(of, dict) else of).replace("${Table.Arn}", "Table")


@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_a_role_reaches_this_table_and_its_indexes_or_what_is_written_down(name: str) -> None:
    ours = {"Table", *(f"Table/index/{index}" for index in INDEXES)}
    for statement in statements(name):
        assert set(statement) == {"Sid", "Effect", "Action", "Resource"}
        assert statement["Effect"] == "Allow"
        for action in as_list(statement["Action"]):
            beyond = BEYOND_THE_TABLE.get(action)
            named = {resource(each) for each in as_list(statement["Resource"])}
            assert all(each.endswith(beyond[0]) for each in named) if beyond else named <= ours, (action, named)


@pytest.mark.parametrize("name", list(FUNCTIONS))
def test_an_action_is_written_out_and_is_the_tables_or_written_down(name: str) -> None:
    actions = [action for statement in statements(name) for action in as_list(statement["Action"])]
    assert [action for action in actions if not re.fullmatch(r"dynamodb:\w+", action)] == [
        action for action in actions if action in BEYOND_THE_TABLE and not action.startswith("dynamodb:")
    ]


def test_nothing_but_its_own_statements_widens_a_role() -> None:
    """Beside what SAM attaches to each by itself: AWSLambdaBasicExecutionRole, which writes logs, and by Tracing
    AWSXrayWriteOnlyAccess.
    """
    for made in FUNCTIONS.values():
        assert set(made["Properties"]) <= PROPERTIES
        assert {event["Type"] for event in made["Properties"].get("Events", {}).values()} <= EVENTS
        assert all(set(policy) == {"Version", "Statement"} for policy in made["Properties"].get("Policies", []))
    assert set(DOCUMENT["Globals"]) == {"Function"}
    assert set(DOCUMENT["Globals"]["Function"]) <= FOR_ALL
    assert {made["Type"] for made in DOCUMENT["Resources"].values()} == RESOURCES


def test_every_role_is_compared_with_what_its_function_asks() -> None:
    (compared,) = test_roles.test_a_role_allows_exactly_what_its_function_asks.pytestmark  # type: ignore[attr-defined]
    assert {name for name, _ in compared.args[1]} == set(FUNCTIONS)


def texts(value: Any) -> Iterator[str]:
    """Every text in the document, keys too."""
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    for inner in value if isinstance(value, list) else ():
        yield from texts(inner)
    if isinstance(value, str):
        yield value


def test_nothing_in_the_template_reads_a_secret_or_calls_a_model() -> None:
    assert not [text for text in texts(DOCUMENT) if SECRETS.search(text) or MODELS.search(text)]


def test_no_variable_or_parameter_is_named_like_a_key() -> None:
    """Seen are the names of parameters, of outputs and of the functions' variables, and parameters whose values are
    hidden or come from a store of secrets. Not seen is a key under an innocent name, nor what somebody adds to the
    deployed functions by hand; that such a key could be used for nothing is what the tests of the roles and
    test_boundaries.py are for.
    """
    variables = {key for function in DESCRIBED.functions.values() for key in function.variables}
    assert not [name for name in {*variables, *DOCUMENT["Parameters"], *DOCUMENT["Outputs"]} if is_key_like(name)]
    kinds = {str(parameter["Type"]) for parameter in DOCUMENT["Parameters"].values()}
    assert kinds <= {"Number", "String", "CommaDelimitedList"}
    assert not [name for name, parameter in DOCUMENT["Parameters"].items() if "NoEcho" in parameter]


def test_such_names_are_seen_and_innocent_ones_are_not() -> None:
    names = ["OPENAI_API_KEY", "OpenAiKey", "ClaudeModel", "HF_TOKEN", "GeminiApikey", "DbPasswd"]
    assert [name for name in [*names, "NOTES", "ExtraSetting", "MonkeyMode", "Tokenizer"] if is_key_like(name)] == names


def test_the_table_keeps_what_it_has_and_can_be_restored() -> None:
    table = DOCUMENT["Resources"]["Table"]
    assert table["DeletionPolicy"] == table["UpdateReplacePolicy"] == "Retain"
    assert table["Properties"]["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert table["Properties"]["TimeToLiveSpecification"]["Enabled"]
    assert table["Properties"]["BillingMode"] == "PAY_PER_REQUEST"


def test_the_stage_is_throttled_and_cors_is_for_the_origins_of_a_parameter_alone() -> None:
    api, parameters = DOCUMENT["Resources"]["Api"]["Properties"], DOCUMENT["Parameters"]
    throttle = api["DefaultRouteSettings"]
    for limit, name in (("ThrottlingRateLimit", "RequestsASecond"), ("ThrottlingBurstLimit", "RequestsAtOnce")):
        assert throttle[limit] == {"Ref": name}
        assert parameters[name]["Default"] >= parameters[name]["MinValue"] == 1
    assert DESCRIBED.cors is None
    allowed = template.read(ROOT / "template.yaml", {"CorsOrigins": "https://a.example,https://b.example"}).cors
    assert allowed["AllowOrigins"] == ["https://a.example", "https://b.example"]


def test_logs_are_kept_for_a_time_and_every_function_writes_there() -> None:
    resources = DOCUMENT["Resources"]
    assert "RetentionInDays" in resources["LogGroup"]["Properties"]
    assert "LogGroup" in str(DOCUMENT["Globals"]["Function"]["LoggingConfig"]["LogGroup"])


def test_the_defaults_of_template_and_code_are_the_same() -> None:
    from engawa import settings

    given = next(iter(DESCRIBED.functions.values())).variables
    assert settings.read(given) == settings.Settings()
