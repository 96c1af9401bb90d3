"""The team's tokens as a person reads them: on one line each, without what opens anything."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from engawa_agent import instants

Token = Mapping[str, Any]

TITLES = ("ID", "KIND", "NAME", "CREATED", "BY", "LAST USED", "STATE")
BY_DIGITS = 8  # as many as find one token among a team's, and leave room for its name


def row(token: Token, now: datetime) -> tuple[str, ...]:
    """As TITLES name it. BY: how the id begins of the token that made this one or approved its pairing."""
    used = f"{instants.span(token['lastUsedAt'], now)} ago" if token.get("lastUsedAt") else "never"
    created = f"{instants.span(token['createdAt'], now)} ago"
    by = (token.get("approvedBy") or "")[:BY_DIGITS]
    return (token["id"], token["kind"], token["name"], created, by, used, standing(token, now))


def standing(token: Token, now: datetime) -> str:
    """`active`, `active for 29 d`, `revoked 2 d ago`, `expired 3 h ago`, `silent`, `replaced`."""
    word = str(token["state"])
    match word:
        case "revoked":
            return f"{word} {instants.span(token['revokedAt'], now)} ago"
        case "expired":
            return f"{word} {instants.span(token['expiresAt'], now)} ago"
        case "active" if token.get("expiresAt"):
            return f"{word} for {instants.span(now.isoformat(), datetime.fromisoformat(token['expiresAt']))}"
    return word


def is_over(token: Token) -> bool:
    """Whether it opens nothing any more, or soon will not, as its successor takes its place."""
    return bool(token["state"] != "active")
