"""A deployment as its deployer reaches it, by their own AWS credentials: the one module that speaks to AWS."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from engawa_agent.errors import Exit, Stop

READY = (
    "CREATE_COMPLETE",
    "UPDATE_COMPLETE",
    "UPDATE_ROLLBACK_COMPLETE",
    "IMPORT_COMPLETE",
    "IMPORT_ROLLBACK_COMPLETE",
)
FOUNDING_SECONDS = 60  # a cold start, and a dozen writes
LOG_IN = "aws sso login, aws configure, or --profile NAME   (aws sts get-caller-identity shows who you are)"

# code of AWS -> who is meant by it
UNKNOWN = {
    "ExpiredToken",
    "ExpiredTokenException",
    "InvalidClientTokenId",
    "UnrecognizedClientException",
    "SignatureDoesNotMatch",
    "InvalidSignatureException",
    "IncompleteSignature",
    "AuthFailure",
}
DENIED = {"AccessDenied", "AccessDeniedException", "UnauthorizedOperation"}


@dataclass(frozen=True)
class Deployment:
    """`url` is where the app and the agents call, `founding` the function that makes a workspace."""

    url: str
    founding: str


@dataclass(frozen=True)
class Founded:
    """A new workspace on the deployment at `url`, and its first token of each kind."""

    id: str
    name: str
    url: str
    tokens: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True)
class Clients:
    """boto3's, for CloudFormation and Lambda."""

    cloudformation: Any
    functions: Any


def clients(region: str | None, profile: str | None) -> Clients:
    """Raises Stop."""
    try:
        import boto3
        from botocore.config import Config
    except ImportError as error:
        message = "This needs boto3, which the agent itself does without."
        raise Stop(Exit.FAILED, "E_NO_BOTO3", message, "pip install 'engawa-agent[admin]'") from error
    with _told("reach AWS"):
        session = boto3.session.Session(region_name=region, profile_name=profile)
        # Invoked again because its answer was late, it would found a second workspace.
        once = Config(retries={"total_max_attempts": 1}, read_timeout=FOUNDING_SECONDS)
        return Clients(session.client("cloudformation"), session.client("lambda", config=once))


def described(clients: Clients, name: str) -> Deployment:
    """Raises Stop, also for a stack that is not ready or not Engawa's."""
    with _told(f"read the stack {name} (cloudformation:DescribeStacks)"):
        (found,) = clients.cloudformation.describe_stacks(StackName=name)["Stacks"]
    if found["StackStatus"] not in READY:
        raise _not_ready(name, found["StackStatus"])
    outputs = {output["OutputKey"]: output["OutputValue"] for output in found.get("Outputs", ())}
    try:
        return Deployment(outputs["ApiUrl"].rstrip("/"), outputs["FoundingFunctionName"])
    except KeyError as error:
        message = f"The stack {name} is none of Engawa's, or of an older version: it has no output {error.args[0]}."
        raise Stop(Exit.WRONG_USE, "E_NOT_ENGAWA", message, "sam list stack-outputs --stack-name " + name) from error


def found(clients: Clients, deployment: Deployment, name: str) -> Founded:
    """A new workspace. Raises Stop."""
    payload = json.dumps({"name": name}).encode()
    with _told(f"invoke {deployment.founding} (lambda:InvokeFunction)"):
        answer = clients.functions.invoke(FunctionName=deployment.founding, Payload=payload)
        text = answer["Payload"].read()
    try:
        content = json.loads(text)
        if "FunctionError" in answer:
            raise _broke(deployment, content.get("errorMessage"))
        return Founded(str(content["workspaceId"]), name, deployment.url, dict(content["tokens"]))
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise _broke(deployment, "its answer holds no tokens") from error


def _broke(deployment: Deployment, why: object) -> Stop:
    message = f"The function {deployment.founding} failed: {why or 'it did not say why'}"
    return Stop(Exit.FAILED, "E_FOUNDING", message, f"aws logs tail /aws/lambda/{deployment.founding} --since 10m")


def _not_ready(name: str, status: str) -> Stop:
    message = f"The stack {name} is not ready: its status is {status}."
    events = f"aws cloudformation describe-stack-events --stack-name {name} shows why"
    if status.endswith("_IN_PROGRESS"):
        return Stop(Exit.FAILED, "E_STACK", message, "Wait until sam deploy has ended, then try again.")
    if status == "ROLLBACK_COMPLETE":
        events += f"; then: sam delete --stack-name {name}, and sam deploy again"
    return Stop(Exit.FAILED, "E_STACK", message, events)


@contextmanager
def _told(what: str) -> Iterator[None]:
    """Every error of AWS as a Stop with a next step."""
    from botocore import exceptions

    try:
        yield
    except exceptions.ClientError as error:
        raise _refused(what, error.response.get("Error", {})) from error
    except exceptions.ProfileNotFound as error:
        raise Stop(Exit.WRONG_USE, "E_AWS_PROFILE", f"{error}.", "aws configure list-profiles") from error
    except (exceptions.NoRegionError, exceptions.InvalidRegionError) as error:
        message = f"The region to look in is not known: {error}"
        raise Stop(Exit.WRONG_USE, "E_AWS_REGION", message, "--region NAME, or export AWS_REGION=NAME") from error
    except (exceptions.HTTPClientError, exceptions.ConnectionError) as error:
        message = f"AWS cannot be reached to {what}: {error}"
        raise Stop(
            Exit.SERVER_AWAY, "E_AWS_AWAY", message, "Check the network and --region, then try again."
        ) from error
    except exceptions.BotoCoreError as error:  # most of them: no credentials, or half of them, or none any more
        raise Stop(Exit.NO_ACCESS, "E_AWS_CREDENTIALS", f"AWS does not let you {what}: {error}", LOG_IN) from error


def _refused(what: str, error: Mapping[str, Any]) -> Stop:
    code, message = error.get("Code", ""), error.get("Message", "")
    if code in UNKNOWN:
        return Stop(Exit.NO_ACCESS, "E_AWS_CREDENTIALS", f"AWS does not know you: {message} ({code})", LOG_IN)
    if code in DENIED:
        hint = "Ask whoever manages the account for it, or --profile NAME"
        return Stop(Exit.NO_ACCESS, "E_AWS_DENIED", f"You may not {what}: {message}", hint)
    if code == "ValidationError" and "does not exist" in message:
        hint = "The name given to sam deploy; in another region or account: --region NAME, --profile NAME"
        return Stop(Exit.WRONG_USE, "E_NO_STACK", f"There is no such stack here: {message}", hint)
    if code == "ResourceNotFoundException":
        return Stop(Exit.FAILED, "E_STACK", f"The stack's function is gone: {message}", "sam deploy brings it back.")
    return Stop(Exit.FAILED, "E_AWS", f"AWS refused to {what}: {message} ({code})")
