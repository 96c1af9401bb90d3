"""An engine's words of failure, and what they mean."""

import pytest

from engawa_agent.engines.complaint import LIMIT, cleaned, from_status


def test_secrets_are_struck_out() -> None:
    text = "key hunter2hunter2, ghp_abcdefgh1234, sk-proj-abcdefgh, Authorization: Bearer abcdefgh.ijkl"
    assert cleaned(text, ["hunter2hunter2", ""]) == "key ***, ***, ***, Authorization: Bearer ***"


def test_control_characters_go_and_length_is_limited() -> None:
    assert cleaned("\x1b[31mred\x1b[0m\x07 \x9b") == "red"
    assert len(cleaned("x" * 9999)) == LIMIT + 1


@pytest.mark.parametrize(
    ("status", "text", "code", "retryable"),
    [
        (500, "oops", "engine_away", True),
        (429, "slow down", "engine_away", True),
        (429, "You exceeded your current quota", "out_of_quota", False),
        (402, "pay", "out_of_quota", False),
        (401, "bad key", "not_signed_in", False),
        (400, "This exceeds the context size", "too_long", False),
        (413, "", "too_long", False),
        (404, "no such model", "engine_refused", False),
        (307, "", "engine_refused", False),
    ],
)
def test_each_status_is_retryable_or_final(status: int, text: str, code: str, retryable: bool) -> None:
    error = from_status(status, text)
    assert (error.code, error.retryable) == (code, retryable)
    assert str(status) in error.message
