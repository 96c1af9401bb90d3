"""Messages from plain data."""

import base64
from typing import Any

import pytest

from engawa_agent.providers import messages
from engawa_agent.providers.failures import PromptError
from engawa_agent.providers.messages import Assistant, Media, Results, System, ToolCall, ToolResult, User

PICTURE = {"mime": "image/png", "data": base64.b64encode(b"PNG").decode()}


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"role": "system", "text": "Be brief."}, System("Be brief.")),
        ({"role": "user", "text": "Hello.", "media": [PICTURE]}, User("Hello.", (Media("image/png", b"PNG"),))),
        (
            {"role": "assistant", "calls": [{"id": "1", "name": "count", "arguments": {"of": "x"}}]},
            Assistant("", (ToolCall("1", "count", {"of": "x"}),)),
        ),
        (
            {"role": "tool", "results": [{"id": "1", "name": "count", "text": "3", "failed": True}]},
            Results((ToolResult("1", "count", "3", True),)),
        ),
        ({"role": "user", "text": "Hello.", "unknown": 1, "media": None}, User("Hello.")),
    ],
    ids=["system", "user", "assistant", "tool", "unknown field"],
)
def test_each_role_is_read(raw: dict[str, Any], message: object) -> None:
    assert messages.read(raw) == message


@pytest.mark.parametrize("role", ["developer", "", None, 3, ["user"]])
def test_an_unknown_role_is_named(role: object) -> None:
    with pytest.raises(PromptError) as failed:
        messages.read({"role": role, "text": "x"})
    assert repr(role) in failed.value.message
    assert (failed.value.code, failed.value.retryable) == ("bad_prompt", False)


@pytest.mark.parametrize(
    "raw",
    [
        {"role": "user", "text": 3},
        {"role": "user", "media": [{"mime": "image/png", "data": "no Base64!"}]},
        {"role": "user", "media": [{"mime": "image/png"}]},
        {"role": "assistant", "calls": [{"id": "1"}]},
        {"role": "tool", "results": 3},
    ],
)
def test_a_message_that_cannot_be_read_says_which(raw: dict[str, Any]) -> None:
    with pytest.raises(PromptError, match=f"of role {raw['role']} cannot be read"):
        messages.read(raw)


def test_media_do_not_show_their_bytes() -> None:
    assert "secret" not in repr(Media("image/png", b"secret"))
