"""Tokens as they are made, listed, replaced and revoked. The text of one is shown once and kept nowhere."""

import re
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from engawa import instants, token_form
from engawa.access import GRANTED, SCOPES, Token, revoke_family, state
from engawa.errors import Conflict, Invalid, NotFound
from engawa.orders import Instant
from engawa.step import ABSENT, EQUALS, Clause, Item, Step
from engawa.table import Table
from engawa.workspace import Workspace, token_key

TOKEN_ID = re.compile(r"[0-9a-f]{16}")
MAX_NAME = 200
YOUNGEST = 3600  # seconds
# What a token does to itself alone, so that whoever makes one gives nothing away with it.
TO_ITSELF = ("tokens:self", "tokens:rotate")
WIRE = ("id", "kind", "name", "createdAt", "approvedBy", "lastUsedAt", "revokedAt", "replacedBy")


class TokenIn(BaseModel):
    """What POST /api/tokens takes. `scopes`: fewer than its kind has, or what may be granted besides."""

    model_config = ConfigDict(strict=True)

    kind: Literal["admin", "member", "agent"]
    name: str = Field(min_length=1, max_length=MAX_NAME)
    scopes: list[str] | None = Field(None, min_length=1, max_length=20)
    expiresAt: Instant | None = None


def create(workspace: Workspace, maker: Token, wanted: TokenIn, now: datetime) -> dict[str, Any]:
    """The new token with its text in `token`, which cannot be shown again. Forbidden for a scope that `maker` lacks."""
    if wanted.expiresAt and wanted.expiresAt <= instants.write(now):
        raise Invalid("expiresAt: has been already.")
    scopes = _scopes(wanted)
    for scope in scopes:
        if scope not in TO_ITSELF:
            maker.must_have(scope)
    text = token_form.text(wanted.kind, token_form.new_id())
    item = store(workspace, text, wanted.name, now, scopes=scopes, valid_until=wanted.expiresAt, approved_by=maker.id)
    return {"token": text, **wire(item, now)}


def _scopes(wanted: TokenIn) -> tuple[str, ...]:
    may_have = (*SCOPES[wanted.kind], *GRANTED.get(wanted.kind, ()))
    for scope in wanted.scopes or ():
        if scope not in may_have:
            raise Invalid(f"scopes: a token of kind {wanted.kind} may have {', '.join(may_have)}.")
    return tuple(dict.fromkeys(wanted.scopes or SCOPES[wanted.kind]))


def store(
    workspace: Workspace,
    text: str,
    name: str,
    now: datetime,
    *,
    scopes: tuple[str, ...] | None = None,
    valid_until: str | None = None,
    family: str | None = None,
    approved_by: str | None = None,
    must: tuple[Clause, ...] = (),
) -> Item:
    """Keep what is needed to recognise `text`, and not the text. Its entry in the workspace's list comes first: one
    without a token is left out of the list, and harms nobody.
    """
    _, kind, token_id, *_ = text.split("_")
    workspace.put(workspace.token_entry(token_id))
    item: Item = {
        **token_key(token_id),
        "id": token_id,
        "kind": kind,
        "workspaceId": workspace.id,
        "name": name,
        "hash": token_form.digest(text),
        "scopes": " ".join(scopes or SCOPES[kind]),
        "createdAt": instants.write(now),
        "validUntil": valid_until,
        "family": family,
        "approvedBy": approved_by,
    }
    return workspace.table.put({key: value for key, value in item.items() if value is not None}, must).item or item


def mint(table: Table, kind: str, workspace_id: str, name: str, now: datetime) -> str:
    """Store a new token and return its text."""
    text = token_form.text(kind, token_form.new_id())
    store(Workspace(table, workspace_id), text, name, now)
    return text


def every(workspace: Workspace, now: datetime) -> list[dict[str, Any]]:
    """All tokens of the workspace, the newest first, without what would open anything."""
    found = sorted(workspace.tokens(), key=lambda item: (item["createdAt"], item["id"]), reverse=True)
    return [wire(item, now) for item in found]


def revoke(workspace: Workspace, token_id: str, now: datetime) -> None:
    """At once, with all that came after it by rotation: each request looks its token up. Again: the same. NotFound for
    another workspace's.
    """
    if not TOKEN_ID.fullmatch(token_id):
        raise Invalid("id: is not the id of a token.")
    of_this_workspace = Clause("workspaceId", EQUALS, workspace.id)
    step = Step((of_this_workspace,), {"revokedAt": instants.write(now)})
    outcome = workspace.table.update(token_key(token_id), step)
    if not outcome.done or outcome.item is None:
        raise NotFound
    if "replacedBy" in outcome.item:
        revoke_family(workspace.table, outcome.item, now)


def rotate(workspace: Workspace, token: Token, now: datetime) -> dict[str, Any]:
    """A successor with the same rights. The old one lives until the successor is first used; asked again before that,
    because the answer was lost, there is another successor and the first is revoked. Conflict for a token that is not
    an hour old: a family of thousands could not be revoked within one call.
    """
    if token.created_at > instants.after(now, -YOUNGEST):
        raise Conflict("The token is too new to be replaced.")
    before = workspace.table.get(token_key(token.id)) or {}
    text = token_form.text(token.kind, token_form.new_id())
    item = store(
        workspace,
        text,
        token.name,
        now,
        scopes=token.scopes,
        valid_until=before.get("validUntil"),
        family=token.family,
        approved_by=before.get("approvedBy"),
    )
    _replace(workspace, before, item, now)
    if "replacedBy" in before:
        revoke(workspace, before["replacedBy"], now)
    return {"token": text, **wire(item, now)}


def _replace(workspace: Workspace, before: Item, successor: Item, now: datetime) -> None:
    """Of two rotations at once one successor stays: the other would be in no family, and no alarm would reach it."""
    not_revoked = Clause("revokedAt", ABSENT)
    no_other_yet = Clause("replacedBy", ABSENT)
    still_the_same = Clause("replacedBy", EQUALS, before.get("replacedBy"))
    as_read = still_the_same if "replacedBy" in before else no_other_yet
    outcome = workspace.table.update(
        token_key(before["id"]), Step((not_revoked, as_read), {"replacedBy": successor["id"]})
    )
    if not outcome.done and (outcome.item or {}).get("replacedBy") != successor["id"]:
        revoke(workspace, successor["id"], now)
        raise Conflict("The token was replaced or revoked at the same moment.")


def wire(item: Item, now: datetime) -> dict[str, Any]:
    """`approvedBy`: the token that made this one, or that approved the pairing it came from."""
    told = {key: item.get(key) for key in WIRE}
    return {**told, "state": state(item, now), "scopes": item["scopes"].split(), "expiresAt": item.get("validUntil")}
