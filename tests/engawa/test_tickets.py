"""Tickets for the browser's WebSocket, on moto."""

from engawa import access, tickets
from engawa.access import Token
from engawa.workspace import Workspace
from makers import NOW, WORKSPACE_ID, later

MEMBER = Token("0123456789abcdef", "member", WORKSPACE_ID, access.SCOPES["member"])


def test_a_ticket_works_once(workspace: Workspace) -> None:
    ticket = tickets.issue(workspace.table, MEMBER, NOW)["ticket"]
    assert (tickets.redeem(workspace.table, ticket, later(1)) or {})["tokenId"] == MEMBER.id
    assert tickets.redeem(workspace.table, ticket, later(1)) is None


def test_a_ticket_is_over_after_a_minute(workspace: Workspace) -> None:
    ticket = tickets.issue(workspace.table, MEMBER, NOW)["ticket"]
    assert tickets.redeem(workspace.table, ticket, later(60)) is None


def test_what_is_no_ticket_opens_nothing_and_leaves_nothing(workspace: Workspace) -> None:
    for text in ("", "x", "a" * 5000):
        assert tickets.redeem(workspace.table, text, NOW) is None
