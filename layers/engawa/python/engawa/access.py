"""Tokens: what they look like, what each kind may do, and the one that a request carries."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4
from zlib import crc32

from engawa import instants, nodes
from engawa.errors import Forbidden, Unauthorized
from engawa.step import Item
from engawa.table import Table
from engawa.workspace import Workspace, token_key

MEMBER_SCOPES = ("nodes:read", "nodes:write", "contexts:read", "jobs:read", "jobs:write")
SCOPES: Mapping[str, tuple[str, ...]] = {
    "admin": (*MEMBER_SCOPES, "agent:work", "tokens:write"),
    "member": MEMBER_SCOPES,
    "agent": ("agent:work",),
}
TOKEN = re.compile(r"(?P<unsigned>eng_(admin|member|agent)_(?P<id>[0-9a-f]{16})_[0-9a-f]{64})_(?P<crc>[0-9a-f]{8})")
WANTED = "This needs a valid token in the header Authorization: Bearer."


@dataclass(frozen=True)
class Token:
    """A token that was found valid."""

    id: str
    kind: str
    workspace_id: str
    scopes: tuple[str, ...]
    name: str = ""

    def must_have(self, scope: str) -> None:
        if scope not in self.scopes:
            raise Forbidden(f"A token of kind {self.kind} may not do this: it needs the scope {scope}.")


def mint(table: Table, kind: str, workspace_id: str, name: str, now: datetime) -> str:
    """Store a new token and return its text, which exists nowhere else and cannot be shown again."""
    unsigned = f"eng_{kind}_{secrets.token_hex(8)}_{secrets.token_hex(32)}"
    text = f"{unsigned}_{checksum(unsigned)}"
    store(table, text, workspace_id, name, now)
    return text


def store(table: Table, text: str, workspace_id: str, name: str, now: datetime) -> None:
    """Keep what is needed to recognise `text`, and not the text."""
    _, kind, token_id, *_ = text.split("_")
    table.put(
        {
            **token_key(token_id),
            "id": token_id,
            "kind": kind,
            "workspaceId": workspace_id,
            "name": name,
            "hash": _hash(text),
            "scopes": " ".join(SCOPES[kind]),
            "createdAt": instants.write(now),
        }
    )


def verify(table: Table, header: str | None, now: datetime) -> Token:
    """The token of an Authorization header. Every way of being wrong gives the same Unauthorized."""
    scheme, _, rest = (header or "").partition(" ")
    text = rest.strip()
    token_id = _id_of(text) if scheme.lower() == "bearer" else None
    item = table.get(token_key(token_id)) if token_id else None
    if item is None or not _matches(item, text) or _is_over(item, now):
        raise Unauthorized(WANTED)
    return Token(item["id"], item["kind"], item["workspaceId"], tuple(item["scopes"].split()), item["name"])


def _matches(item: Item, text: str) -> bool:
    return hmac.compare_digest(item["hash"], _hash(text))


def _is_over(item: Item, now: datetime) -> bool:
    # The time to live removes an item days late, so what counts is the instant itself.
    return "revokedAt" in item or item.get("validUntil", instants.write(now)) < instants.write(now)


def _id_of(text: str) -> str | None:
    """The id in a well-formed token; None for what its form or checksum shows to be none, without a look-up."""
    found = TOKEN.fullmatch(text)
    return found["id"] if found and hmac.compare_digest(checksum(found["unsigned"]), found["crc"]) else None


def checksum(unsigned: str) -> str:
    return f"{crc32(unsigned.encode()):08x}"


def _hash(text: str) -> str:
    """SHA-256 is enough without salt or stretching: 256 random bits cannot be guessed."""
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Founding:
    """A new workspace and its first token of each kind."""

    workspace_id: str
    tokens: dict[str, str]


def found(table: Table, name: str, now: datetime) -> Founding:
    """Begin a workspace. A deployer or a local stack calls this; there is no route to it."""
    workspace = Workspace(table, str(uuid4()))
    nodes.found(workspace, name, now)
    return Founding(workspace.id, {kind: mint(table, kind, workspace.id, f"first {kind}", now) for kind in SCOPES})
