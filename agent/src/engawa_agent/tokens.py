"""The team's tokens as a person reads them: on one line each, without what opens anything."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from engawa_agent import instants, state

Token = Mapping[str, Any]

TITLES = ("ID", "KIND", "NAME", "CREATED", "LAST USED", "ENDS")


def row(token: Token, now: datetime) -> tuple[str, ...]:
    """As TITLES name it."""
    used = f"{instants.span(token['lastUsedAt'], now)} ago" if token.get("lastUsedAt") else "never"
    created = f"{instants.span(token['createdAt'], now)} ago"
    return (token["id"], token["kind"], token["name"], created, used, ending(token, now))


def ending(token: Token, now: datetime) -> str:
    """`in 29 d`, `revoked 2 d ago`, `expired 3 h ago`, `replaced`, or nothing where it has no end."""
    if token.get("revokedAt"):
        return f"revoked {instants.span(token['revokedAt'], now)} ago"
    if _has_expired(token, now):
        return f"expired {instants.span(token['expiresAt'], now)} ago"
    if token.get("replacedBy"):
        return "replaced"
    if token.get("expiresAt"):
        return f"in {instants.span(state.instant(now), datetime.fromisoformat(token['expiresAt']))}"
    return ""


def is_over(token: Token, now: datetime) -> bool:
    """Whether it opens nothing any more, or soon will not, as its successor takes its place."""
    return bool(token.get("revokedAt") or token.get("replacedBy")) or _has_expired(token, now)


def _has_expired(token: Token, now: datetime) -> bool:
    return bool(token.get("expiresAt")) and token["expiresAt"] <= state.instant(now)
