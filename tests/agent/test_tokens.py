"""A token on one line."""

from datetime import UTC, datetime
from typing import Any

import pytest

from engawa_agent import tokens

NOW = datetime(2026, 11, 29, 8, 0, 2, tzinfo=UTC)
ID = "0a" * 8


def a_token(**fields: Any) -> dict[str, Any]:
    """As the server lists it."""
    empty = dict.fromkeys(("lastUsedAt", "revokedAt", "replacedBy", "expiresAt"))
    made = {"id": ID, "kind": "agent", "name": "laptop", "createdAt": "2026-11-26T08:00:02.000000Z", "scopes": []}
    return {**made, **empty, **fields}


def test_it_says_how_old_it_is_and_when_it_was_used() -> None:
    used = a_token(lastUsedAt="2026-11-29T07:58:02.000000Z")
    assert tokens.row(used, NOW) == (ID, "agent", "laptop", "3 d ago", "2 min ago", "")
    assert tokens.row(a_token(), NOW)[4] == "never"


@pytest.mark.parametrize(
    ("fields", "words", "is_over"),
    [
        ({}, "", False),
        ({"expiresAt": "2026-12-28T08:00:02.000000Z"}, "in 29 d", False),
        ({"expiresAt": "2026-11-29T05:00:02.000000Z"}, "expired 3 h ago", True),
        ({"replacedBy": "1b" * 8}, "replaced", True),
        ({"revokedAt": "2026-11-29T08:00:00.000000Z", "replacedBy": "1b" * 8}, "revoked 2 s ago", True),
    ],
)
def test_it_says_how_it_ends(fields: dict[str, str], words: str, is_over: bool) -> None:
    assert (tokens.ending(a_token(**fields), NOW), tokens.is_over(a_token(**fields), NOW)) == (words, is_over)
