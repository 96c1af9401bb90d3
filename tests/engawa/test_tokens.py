"""Tokens made, listed, replaced and revoked, on moto."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from engawa import access, token_form, tokens
from engawa.access import Over, Reused, Token
from engawa.errors import Conflict, Forbidden, Invalid, NotFound, Unauthorized
from engawa.tokens import TokenIn
from engawa.workspace import Workspace
from makers import NOW, WORKSPACE_ID, an_id, later

DAY = 86_400
ADMIN = Token("a1" * 8, "admin", WORKSPACE_ID, access.SCOPES["admin"])


def create(workspace: Workspace, at: float = 0, maker: Token = ADMIN, **wanted: Any) -> dict[str, Any]:
    return tokens.create(workspace, maker, TokenIn(**{"kind": "member", "name": "Aoki", **wanted}), later(at))


def verify(workspace: Workspace, made: dict[str, Any], at: float = 0) -> Token:
    return access.verify(workspace.table, f"Bearer {made['token']}", later(at))


def test_a_new_token_works_at_once_and_is_shown_once(workspace: Workspace) -> None:
    made = create(workspace)
    assert verify(workspace, made).name == "Aoki"
    (listed,) = tokens.every(workspace, NOW)
    assert "token" not in listed
    assert made["token"].split("_")[3] not in str(listed)


def test_a_revoked_token_is_refused_at_once_and_revoking_again_is_the_same(workspace: Workspace) -> None:
    made = create(workspace)
    for _ in range(2):
        tokens.revoke(workspace, made["id"], NOW)
    with pytest.raises(Unauthorized):
        verify(workspace, made)
    assert tokens.every(workspace, NOW)[0]["revokedAt"] is not None


def test_a_token_of_another_workspace_cannot_be_revoked_or_seen(workspace: Workspace) -> None:
    made = create(workspace)
    other = Workspace(workspace.table, an_id(99))
    for token_id in (made["id"], "0" * 16):
        with pytest.raises(NotFound):
            tokens.revoke(other, token_id, NOW)
    assert tokens.every(other, NOW) == []
    assert verify(workspace, made)


def test_an_expired_token_is_refused(workspace: Workspace) -> None:
    made = create(workspace, expiresAt="2026-11-30T08:00:02Z")
    assert verify(workspace, made, at=DAY)
    with pytest.raises(Unauthorized):
        verify(workspace, made, at=DAY + 1)


def test_a_token_that_is_over_already_is_not_made(workspace: Workspace) -> None:
    with pytest.raises(Invalid, match="expiresAt"):
        create(workspace, expiresAt="2026-11-29T08:00:02Z")
    assert tokens.every(workspace, NOW) == []


def test_an_agent_that_was_silent_for_two_weeks_falls_away(workspace: Workspace) -> None:
    made = create(workspace, kind="agent")
    for days in (13, 26, 39):
        verify(workspace, made, at=days * DAY)
    with pytest.raises(Unauthorized):
        verify(workspace, made, at=(39 + 14) * DAY + 1)


def test_the_last_use_is_noted_once_an_hour(workspace: Workspace) -> None:
    made = create(workspace)
    seen = []
    for at in (0, 60, 3500, 3601):
        verify(workspace, made, at=at)
        seen.append(tokens.every(workspace, NOW)[0]["lastUsedAt"])
    assert seen == [seen[0]] * 3 + [seen[3]]
    assert seen[3] > seen[0]


def test_a_token_may_have_fewer_scopes_and_an_agents_one_more(workspace: Workspace) -> None:
    reader = create(workspace, scopes=["nodes:read"])
    with pytest.raises(Forbidden):
        verify(workspace, reader).must_have("nodes:write")
    agent = create(workspace, kind="agent", scopes=["agent:work", "nodes:read"])
    verify(workspace, agent).must_have("nodes:read")


@pytest.mark.parametrize(
    ("kind", "scope"),
    [("agent", "nodes:write"), ("agent", "tokens:write"), ("member", "agent:work"), ("member", "x"), ("admin", "*")],
)
def test_no_token_has_a_scope_that_its_kind_may_not_have(workspace: Workspace, kind: str, scope: str) -> None:
    with pytest.raises(Invalid, match="scopes"):
        create(workspace, kind=kind, scopes=[scope])


@pytest.mark.parametrize("kind", ["member", "agent", "admin"])
def test_no_token_gives_a_scope_that_it_does_not_have(workspace: Workspace, kind: str) -> None:
    limited = replace(ADMIN, scopes=("tokens:write", "socket:ticket"))
    with pytest.raises(Forbidden, match=r"agent:work|nodes:read"):
        create(workspace, maker=limited, kind=kind)
    assert tokens.every(workspace, NOW) == []


def test_what_a_token_does_to_itself_can_always_be_given(workspace: Workspace) -> None:
    limited, scopes = replace(ADMIN, scopes=("agent:work",)), ["agent:work", "tokens:rotate", "tokens:self"]
    assert create(workspace, maker=limited, kind="agent", scopes=scopes)["scopes"] == scopes


@pytest.mark.parametrize("wanted", [{"kind": "root"}, {"name": ""}, {"name": "x" * 201}, {"scopes": []}])
def test_what_is_no_token_is_refused_by_name(wanted: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match=next(iter(wanted))):
        TokenIn(**{"kind": "member", "name": "Aoki", **wanted})


HOUR = 3601


def rotate(workspace: Workspace, made: dict[str, Any], at: float = HOUR) -> dict[str, Any]:
    return tokens.rotate(workspace, verify(workspace, made, at), later(at))


def test_the_old_token_lives_until_the_new_one_is_used(workspace: Workspace) -> None:
    old = create(workspace, kind="agent")
    new = rotate(workspace, old)
    assert verify(workspace, old, at=HOUR + 1).id == old["id"]
    assert verify(workspace, new, at=HOUR + 2).scopes == access.SCOPES["agent"]
    assert verify(workspace, new, at=HOUR + 2).family == old["id"]
    with pytest.raises(Reused):
        verify(workspace, old, at=HOUR + 3)


def test_used_after_that_the_whole_family_is_revoked(workspace: Workspace) -> None:
    first = create(workspace, kind="agent")
    second = rotate(workspace, first)
    third = rotate(workspace, second, at=2 * HOUR)
    verify(workspace, third, at=2 * HOUR + 1)
    with pytest.raises(Reused):
        verify(workspace, first, at=2 * HOUR + 2)
    for made in (first, second, third):
        with pytest.raises(Unauthorized):
            verify(workspace, made, at=2 * HOUR + 3)


def test_however_late_an_old_token_turns_up_the_family_is_revoked(workspace: Workspace) -> None:
    """Its thief renewed it while the agent it was stolen from was away for three weeks."""
    stolen = create(workspace, kind="agent")
    thiefs = rotate(workspace, stolen)
    verify(workspace, thiefs, at=8 * DAY)
    with pytest.raises(Reused):
        verify(workspace, stolen, at=21 * DAY)
    with pytest.raises(Over, match="valid token") as refused:
        verify(workspace, thiefs, at=21 * DAY + 1)
    assert refused.value.reason == "revoked"


def test_a_lost_answer_is_asked_for_again_and_its_token_opens_nothing(workspace: Workspace) -> None:
    old = create(workspace, kind="agent")
    lost = rotate(workspace, old)
    again = rotate(workspace, old, at=HOUR + 1)
    with pytest.raises(Unauthorized):
        verify(workspace, lost, at=HOUR + 2)
    assert verify(workspace, again, at=HOUR + 3)


def test_a_token_that_is_not_an_hour_old_is_not_replaced(workspace: Workspace) -> None:
    young = create(workspace, kind="agent")
    with pytest.raises(Conflict):
        rotate(workspace, young, at=60)
    assert len(tokens.every(workspace, NOW)) == 1


def test_revoking_a_token_ends_its_successors_too(workspace: Workspace) -> None:
    old = create(workspace, kind="agent")
    new = rotate(workspace, old)
    tokens.revoke(workspace, old["id"], later(HOUR + 1))
    with pytest.raises(Unauthorized):
        verify(workspace, new, at=HOUR + 2)


def test_the_list_says_what_has_become_of_each(workspace: Workspace) -> None:
    ends = "2026-11-30T08:00:02Z"
    made = {word: create(workspace, kind="agent") for word in ("replaced", "silent")}
    made |= {word: create(workspace, expiresAt=ends) for word in ("expired", "revoked")}
    made["active"] = create(workspace)
    rotate(workspace, made["replaced"])
    tokens.revoke(workspace, made["revoked"]["id"], NOW)
    listed = {token["id"]: token["state"] for token in tokens.every(workspace, later(15 * DAY))}
    assert [listed[token["id"]] for token in made.values()] == list(made)


def test_who_approved_a_token_is_told_of_its_successors_too(workspace: Workspace) -> None:
    old = create(workspace, kind="agent")
    assert {old["approvedBy"], rotate(workspace, old)["approvedBy"]} == {ADMIN.id}


def test_an_agents_token_is_to_be_rotated_after_a_week(workspace: Workspace) -> None:
    agent, member = create(workspace, kind="agent"), create(workspace)
    assert not verify(workspace, agent).is_to_be_rotated(later(6 * DAY))
    assert verify(workspace, agent).is_to_be_rotated(later(7 * DAY + 1))
    assert not verify(workspace, member).is_to_be_rotated(later(99 * DAY))


def test_a_token_is_written_in_one_form_and_read_in_that_alone() -> None:
    text = token_form.text("agent", "0123456789abcdef", "5c" * 32)
    assert token_form.id_of(text) == "0123456789abcdef"
    for wrong in (text[:-1], text + "0", text.replace("agent", "owner"), text.upper(), f" {text}"):
        assert token_form.id_of(wrong) is None
