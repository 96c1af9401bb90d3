"""A deployment as its deployer reaches it, against AWS's own client with scripted answers."""

import io
import json
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import boto3
import pytest
from botocore.response import StreamingBody
from botocore.stub import Stubber

from engawa_agent import stack
from engawa_agent.errors import Exit, Stop
from engawa_agent.stack import Clients, Deployment

URL, FUNCTION = "https://abc.execute-api.eu-west-1.amazonaws.com", "engawa-FoundingFunction-1"
THERE = Deployment(URL, FUNCTION)
TOKENS = {kind: f"eng_{kind}_{'0a' * 8}_secretsecret_0" for kind in ("admin", "member", "agent")}


class Aws:
    """Both services, each with what it will answer; whatever else is asked of them fails the test."""

    def __init__(self, clients: Clients) -> None:
        self.clients = clients
        self.stacks = Stubber(clients.cloudformation)
        self.functions = Stubber(clients.functions)

    def has_stack(self, status: str = "CREATE_COMPLETE", outputs: dict[str, str] | None = None) -> None:
        found = {"ApiUrl": URL, "FoundingFunctionName": FUNCTION} if outputs is None else outputs
        told = [{"OutputKey": key, "OutputValue": value} for key, value in found.items()]
        whole = {"StackName": "engawa", "CreationTime": "2026-11-29", "StackStatus": status, "Outputs": told}
        self.stacks.add_response("describe_stacks", {"Stacks": [whole]}, {"StackName": "engawa"})

    def founds(self, content: Any, name: str = "Team", **more: str) -> None:
        raw = content if isinstance(content, bytes) else json.dumps(content).encode()
        payload = StreamingBody(io.BytesIO(raw), len(raw))
        asked = {"FunctionName": FUNCTION, "Payload": json.dumps({"name": name}).encode()}
        self.functions.add_response("invoke", {"StatusCode": 200, "Payload": payload, **more}, asked)


@cache
def clients() -> Clients:
    """Made once: reading what a service can do takes longer than a test."""
    session = boto3.session.Session("test", "test", region_name="eu-west-1")
    return Clients(session.client("cloudformation"), session.client("lambda"))


@pytest.fixture
def account() -> Iterator[Aws]:
    made = Aws(clients())
    with made.stacks, made.functions:
        yield made


def test_a_stack_says_where_it_is_and_what_founds(account: Aws) -> None:
    account.has_stack()
    assert stack.described(account.clients, "engawa") == THERE


@pytest.mark.parametrize("status", ["UPDATE_COMPLETE", "UPDATE_ROLLBACK_COMPLETE"])
def test_an_update_that_failed_leaves_one_that_works(account: Aws, status: str) -> None:
    account.has_stack(status)
    assert stack.described(account.clients, "engawa") == THERE


@pytest.mark.parametrize(
    ("status", "hint"),
    [
        ("CREATE_IN_PROGRESS", "Wait until sam deploy"),
        ("ROLLBACK_COMPLETE", "sam delete --stack-name engawa"),
        ("CREATE_FAILED", "describe-stack-events"),
        ("DELETE_COMPLETE", "describe-stack-events"),
    ],
)
def test_one_that_is_not_ready_says_the_way_out(account: Aws, status: str, hint: str) -> None:
    account.has_stack(status)
    with pytest.raises(Stop, match=status) as stop:
        stack.described(account.clients, "engawa")
    assert (stop.value.code, hint in stop.value.hint) == ("E_STACK", True)


def test_a_stack_of_something_else_is_told(account: Aws) -> None:
    account.has_stack(outputs={"ApiUrl": URL})
    with pytest.raises(Stop, match="no output FoundingFunctionName") as stop:
        stack.described(account.clients, "engawa")
    assert (stop.value.code, stop.value.exit_code) == ("E_NOT_ENGAWA", Exit.WRONG_USE)


@pytest.mark.parametrize(
    ("code", "message", "stop_code", "exit_code"),
    [
        ("ValidationError", "Stack with id engawa does not exist", "E_NO_STACK", Exit.WRONG_USE),
        ("AccessDenied", "User: u is not authorized", "E_AWS_DENIED", Exit.NO_ACCESS),
        ("ExpiredToken", "The security token is expired", "E_AWS_CREDENTIALS", Exit.NO_ACCESS),
        ("Throttling", "Rate exceeded", "E_AWS", Exit.FAILED),
    ],
)
def test_what_aws_refuses_has_a_next_step(
    account: Aws, code: str, message: str, stop_code: str, exit_code: int
) -> None:
    account.stacks.add_client_error("describe_stacks", code, message)
    with pytest.raises(Stop, match=message) as stop:
        stack.described(account.clients, "engawa")
    assert (stop.value.code, stop.value.exit_code) == (stop_code, exit_code)


def test_it_founds_a_workspace_with_its_tokens(account: Aws) -> None:
    account.founds({"workspaceId": "w", "tokens": TOKENS})
    made = stack.found(account.clients, THERE, "Team")
    assert (made.id, made.name, made.url, made.tokens) == ("w", "Team", URL, TOKENS)


@pytest.mark.parametrize(
    ("content", "more", "why"),
    [
        (
            {"errorMessage": "The table is gone.", "errorType": "X"},
            {"FunctionError": "Unhandled"},
            "The table is gone.",
        ),
        ({}, {"FunctionError": "Unhandled"}, "did not say why"),
        ({"workspaceId": "w"}, {}, "no tokens"),
        (b"<html>", {}, "no tokens"),
        ([], {}, "no tokens"),
    ],
)
def test_a_function_that_fails_says_where_its_log_is(
    account: Aws, content: Any, more: dict[str, str], why: str
) -> None:
    account.founds(content, **more)
    with pytest.raises(Stop, match=why) as stop:
        stack.found(account.clients, THERE, "Team")
    assert (stop.value.code, f"/aws/lambda/{FUNCTION}" in stop.value.hint) == ("E_FOUNDING", True)


def test_who_may_read_and_not_invoke_is_told_what_is_missing(account: Aws) -> None:
    account.functions.add_client_error("invoke", "AccessDeniedException", "not authorized")
    with pytest.raises(Stop, match="lambda:InvokeFunction") as stop:
        stack.found(account.clients, THERE, "Team")
    assert stop.value.code == "E_AWS_DENIED"


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """Nothing that AWS could know this machine by."""
    for name in ("AWS_PROFILE", "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "config"))
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "credentials"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")


@pytest.mark.usefixtures("stranger")
@pytest.mark.parametrize(
    ("region", "profile", "code"),
    [(None, None, "E_AWS_REGION"), ("eu west", None, "E_AWS_REGION"), ("eu-west-1", "x", "E_AWS_PROFILE")],
)
def test_without_a_region_or_with_a_wrong_profile_nothing_is_asked(
    region: str | None, profile: str | None, code: str
) -> None:
    with pytest.raises(Stop) as stop:
        stack.clients(region, profile)
    assert (stop.value.code, stop.value.exit_code) == (code, Exit.WRONG_USE)


@pytest.mark.usefixtures("stranger")
def test_an_answer_that_is_late_founds_no_second_workspace() -> None:
    assert stack.clients("eu-west-1", None).functions.meta.config.retries["total_max_attempts"] == 1


@pytest.mark.usefixtures("stranger")
def test_without_credentials_it_says_how_to_get_some() -> None:
    made = stack.clients("eu-west-1", None)
    with pytest.raises(Stop, match="credentials") as stop:
        stack.described(made, "engawa")
    assert (stop.value.code, "aws sso login" in stop.value.hint) == ("E_AWS_CREDENTIALS", True)


@pytest.mark.usefixtures("stranger")
def test_a_network_that_is_away_is_not_taken_for_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL_CLOUDFORMATION", "http://127.0.0.1:9")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    with pytest.raises(Stop) as stop:
        stack.described(stack.clients("eu-west-1", None), "engawa")
    assert (stop.value.code, stop.value.exit_code) == ("E_AWS_AWAY", Exit.SERVER_AWAY)


def test_without_boto3_it_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "boto3", None)
    with pytest.raises(Stop) as stop:
        stack.clients(None, None)
    assert (stop.value.code, stop.value.hint) == ("E_NO_BOTO3", "pip install 'engawa-agent[admin]'")
