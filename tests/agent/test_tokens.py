"""A token on one line."""

from datetime import UTC, datetime
from typing import Any

import pytest

from engawa_agent import tokens

NOW = datetime(2026, 11, 29, 8, 0, 2, tzinfo=UTC)
ID = "0a" * 8


def a_token(**fields: Any) -> dict[str, Any]:
    """As the server lists it."""
    empty = dict.fromkeys(("lastUsedAt", "revokedAt", "replacedBy", "expiresAt", "approvedBy"))
    made = {"id": ID, "state": "active", "kind": "agent", "name": "laptop", "scopes": []}
    return {**made, "createdAt": "2026-11-26T08:00:02.000000Z", **empty, **fields}


def test_it_says_how_old_it_is_who_approved_it_and_when_it_was_used() -> None:
    used = a_token(lastUsedAt="2026-11-29T07:58:02.000000Z", approvedBy="1b2c" * 4)
    assert tokens.row(used, NOW) == (ID, "agent", "laptop", "3 d ago", "1b2c1b2c", "2 min ago", "active")
    assert tokens.row(a_token(), NOW)[4:6] == ("", "never")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"state": "active"}, "active"),
        ({"state": "active", "expiresAt": "2026-12-28T08:00:02.000000Z"}, "active for 29 d"),
        ({"state": "expired", "expiresAt": "2026-11-29T05:00:02.000000Z"}, "expired 3 h ago"),
        ({"state": "replaced", "replacedBy": "1b" * 8}, "replaced"),
        ({"state": "silent"}, "silent"),
        ({"state": "revoked", "revokedAt": "2026-11-29T08:00:00.000000Z"}, "revoked 2 s ago"),
    ],
)
def test_it_says_what_has_become_of_it(fields: dict[str, str], words: str) -> None:
    token = a_token(**fields)
    assert (tokens.standing(token, NOW), tokens.is_over(token)) == (words, fields["state"] != "active")
