"""The environment variables that the functions see on this machine."""

from collections.abc import Iterable, Mapping

from local.cloudformation import REGION
from local.template import Function
from local.trouble import Trouble

# In the account a line tells of each write; here they would stand between those of the person who tries things.
QUIET = {"POWERTOOLS_LOG_LEVEL": "WARNING"}
# The functions run in this process with these in place of the developer's own account: nothing that
# runs here can reach AWS, and no proxy comes between a function and its table.
IN_PLACE_OF_AWS = {
    "AWS_ACCESS_KEY_ID": "local",
    "AWS_SECRET_ACCESS_KEY": "local",
    "AWS_REGION": REGION,
    "AWS_DEFAULT_REGION": REGION,
    "AWS_CONFIG_FILE": "/dev/null",
    "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
    "AWS_EC2_METADATA_DISABLED": "true",
    "no_proxy": "*",
}
UNWANTED = ("AWS_PROFILE", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL", "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS")


def variables(functions: Iterable[Function], caller: Mapping[str, str], endpoint: str) -> dict[str, str]:
    """What the template sets, the caller's own values winning, except where they would name another table.

    All functions share one process and so one environment. Raises Trouble where two want different values.
    """
    merged: dict[str, str] = {}
    for function in functions:
        for key, value in function.variables.items():
            wanted = value if key in function.bound else caller.get(key, value)
            if merged.setdefault(key, wanted) != wanted:
                raise Trouble(f"{function.name} sets {key} to another value than the functions before it.")
    quiet = {key: caller.get(key, value) for key, value in QUIET.items()}
    return {**merged, **quiet, **IN_PLACE_OF_AWS, "AWS_ENDPOINT_URL_DYNAMODB": endpoint}
