"""Access: what each kind of token may do, and the token that a request carries."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engawa import instants, token_form
from engawa.errors import Forbidden, NotFound, Unauthorized
from engawa.step import PRESENT, Clause, Item, Step
from engawa.table import Table
from engawa.workspace import token_key

OWN_SCOPES = ("tokens:self", "socket:ticket")
MEMBER_SCOPES = ("nodes:read", "nodes:write", "contexts:read", "jobs:read", "jobs:write", "pairing:approve")
AGENT_SCOPES = ("agent:work", "tokens:rotate")
SCOPES: Mapping[str, tuple[str, ...]] = {
    "admin": (*OWN_SCOPES, *MEMBER_SCOPES, "agent:work", "tokens:read", "tokens:write"),
    "member": (*OWN_SCOPES, *MEMBER_SCOPES),
    "agent": (*OWN_SCOPES, *AGENT_SCOPES),
}
# What an agent's token may have besides, where whoever approved it said so.
GRANTED: Mapping[str, tuple[str, ...]] = {"agent": ("nodes:read",)}

USE_NOTED_EVERY = 3600  # seconds
SILENT_AGENT = 14 * 86_400  # seconds: an agent's token that was not used for as long falls away
ROTATED_EVERY = 7 * 86_400  # seconds: an agent asks for a new token of its own
WANTED = "This needs a valid token in the header Authorization: Bearer."
# What has become of a token. A replaced one opens what it opened until its successor is first used.
ACTIVE, REPLACED, SILENT, EXPIRED, REVOKED = "active", "replaced", "silent", "expired", "revoked"
REUSED = "reused"


@dataclass(frozen=True)
class Token:
    """A token that was found valid."""

    id: str
    kind: str
    workspace_id: str
    scopes: tuple[str, ...]
    name: str = ""
    created_at: str = ""
    family: str = ""  # the id of the first of those that replaced each other

    def must_have(self, scope: str) -> None:
        if scope not in self.scopes:
            raise Forbidden(f"This token, of kind {self.kind}, may not do this: it needs the scope {scope}.")

    def must_be_of_workspace(self, *places: Mapping[str, Any]) -> None:
        """The token names the workspace; whoever names another one in a query or body learns nothing about it."""
        named = [place["workspaceId"] for place in places if place.get("workspaceId") is not None]
        if any(str(workspace_id).lower() != self.workspace_id for workspace_id in named):
            raise NotFound

    def is_to_be_rotated(self, now: datetime) -> bool:
        return self.kind == "agent" and self.created_at < instants.after(now, -ROTATED_EVERY)


class Over(Unauthorized):
    """A token of ours that opens nothing any more. Whoever sent it is told no more than anybody; a log is told why."""

    def __init__(self, token: Token, reason: str) -> None:
        super().__init__(WANTED)
        self.token, self.reason = token, reason


class Reused(Over):
    """A token whose successor is in use was used again: one of the two is in wrong hands. Both are revoked."""

    def __init__(self, token: Token) -> None:
        super().__init__(token, REUSED)


def verify(table: Table, header: str | None, now: datetime) -> Token:
    """The token of an Authorization header. Every way of being wrong gives the same Unauthorized."""
    item = _stored(table, header)
    token = _read(item)
    if "revokedAt" in item:
        raise Over(token, REVOKED)
    # Before its age counts: the thief of an agent's token may have renewed it while its owner was away for weeks.
    if "replacedBy" in item and _is_used(table, item["replacedBy"]):
        revoke_family(table, item, now)
        raise Reused(token)
    if _has_expired(item, now):
        raise Over(token, EXPIRED)
    if _is_silent(item, now):
        raise Over(token, SILENT)
    _note_use(table, item, now)
    return token


def _stored(table: Table, header: str | None) -> Item:
    scheme, _, rest = (header or "").partition(" ")
    text = rest.strip()
    token_id = token_form.id_of(text) if scheme.lower() == "bearer" else None
    item = table.get(token_key(token_id)) if token_id else None
    if item is None or not token_form.matches(item["hash"], text):
        raise Unauthorized(WANTED)
    return item


def _read(item: Item) -> Token:
    scopes, first = tuple(item["scopes"].split()), str(item.get("family", item["id"]))
    return Token(item["id"], item["kind"], item["workspaceId"], scopes, item["name"], item["createdAt"], first)


def state(item: Item, now: datetime) -> str:
    """What has become of a stored token, in a word."""
    if "revokedAt" in item:
        return REVOKED
    if _has_expired(item, now):
        return EXPIRED
    if "replacedBy" in item:
        return REPLACED
    return SILENT if _is_silent(item, now) else ACTIVE


def _has_expired(item: Item, now: datetime) -> bool:
    return str(item.get("validUntil", instants.write(now))) < instants.write(now)


def _is_silent(item: Item, now: datetime) -> bool:
    last_sign = str(item.get("lastUsedAt", item["createdAt"]))
    return item["kind"] == "agent" and last_sign < instants.after(now, -SILENT_AGENT)


def _is_used(table: Table, token_id: str) -> bool:
    return "lastUsedAt" in (table.get(token_key(token_id)) or {})


def _note_use(table: Table, item: Item, now: datetime) -> None:
    """At the first use, which ends the life of the token it replaces, and then once an hour."""
    if item.get("lastUsedAt", "") < instants.after(now, -USE_NOTED_EVERY):
        still_there = Clause("pk", PRESENT)
        table.update(token_key(item["id"]), Step((still_there,), {"lastUsedAt": instants.write(now)}))


def revoke_family(table: Table, item: Item, now: datetime) -> None:
    """The token and all that came after it. What came before has been replaced already."""
    still_there = Clause("pk", PRESENT)
    member: Item | None = item
    while member is not None:
        after = table.update(token_key(member["id"]), Step((still_there,), {"revokedAt": instants.write(now)})).item
        successor = (after or {}).get("replacedBy")
        member = table.get(token_key(successor)) if successor else None
