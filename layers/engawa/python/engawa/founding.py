"""Founding: a new workspace with its first tokens. A deployer or a local stack asks for it; there is no route to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from engawa import nodes, tokens
from engawa.errors import Invalid
from engawa.table import Table
from engawa.token_form import KINDS
from engawa.workspace import Workspace


@dataclass(frozen=True)
class Founding:
    """A new workspace and its first token of each kind."""

    workspace_id: str
    tokens: dict[str, str]


def found(table: Table, name: str, now: datetime) -> Founding:
    workspace = Workspace(table, str(uuid4()))
    nodes.found(workspace, name, now)
    texts = {kind: tokens.mint(table, kind, workspace.id, f"first {kind}", now) for kind in KINDS}
    return Founding(workspace.id, texts)


def asked(table: Table, event: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """`{name}` to `{workspaceId, tokens}`, for whoever may invoke the function."""
    name = event.get("name")
    if not isinstance(name, str) or not 1 <= len(name) <= nodes.MAX_NAME:
        raise Invalid(f"name: is a text of 1 to {nodes.MAX_NAME} characters.")
    made = found(table, name, now)
    return {"workspaceId": made.workspace_id, "tokens": made.tokens}
