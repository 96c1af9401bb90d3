"""Pairing a machine with a workspace, on moto."""

from typing import Any

import pytest

from engawa import access, pairing, tokens
from engawa.access import Token
from engawa.errors import (
    AccessDenied,
    AuthorizationPending,
    Conflict,
    EngawaError,
    ExpiredToken,
    Invalid,
    NotFound,
    SlowDown,
    TooMany,
)
from engawa.pairing import CodeIn, PairingIn, PollIn
from engawa.workspace import Workspace
from makers import NOW, later

LAPTOP = PairingIn(machine="laptop", user="aoki", engines=["Ollama qwen3:8b"])


@pytest.fixture
def member(workspace: Workspace) -> Token:
    text = tokens.mint(workspace.table, "member", workspace.id, "Aoki", NOW)
    return access.verify(workspace.table, f"Bearer {text}", NOW)


def start(workspace: Workspace, at: float = 0) -> dict[str, Any]:
    return pairing.start(workspace.table, LAPTOP, "203.0.113.7", later(at))


def poll(workspace: Workspace, started: dict[str, Any], at: float) -> dict[str, Any]:
    return pairing.poll(workspace.table, PollIn(deviceCode=started["deviceCode"]), later(at))


def approve(workspace: Workspace, member: Token, code: str, at: float = 1, **more: Any) -> dict[str, Any]:
    return pairing.approve(workspace, member, CodeIn(userCode=code, **more), later(at))


def test_an_approved_machine_gets_a_token_of_its_own(workspace: Workspace, member: Token) -> None:
    started = start(workspace)
    with pytest.raises(AuthorizationPending):
        poll(workspace, started, at=5)
    approve(workspace, member, started["userCode"])
    given = poll(workspace, started, at=10)
    assert given["approvedBy"] == member.id
    token = access.verify(workspace.table, f"Bearer {given['token']}", later(11))
    assert (token.kind, token.workspace_id, token.scopes) == ("agent", workspace.id, access.SCOPES["agent"])


def test_an_answer_that_was_lost_can_be_asked_for_again_and_it_is_one_token(
    workspace: Workspace, member: Token
) -> None:
    started = start(workspace)
    approve(workspace, member, started["userCode"])
    first, again = poll(workspace, started, at=5), poll(workspace, started, at=10)
    assert first["token"] == again["token"]
    assert len([token for token in tokens.every(workspace, NOW) if token["kind"] == "agent"]) == 1


def test_neither_code_nor_token_is_readable_in_the_table(workspace: Workspace, member: Token) -> None:
    started = start(workspace)
    approve(workspace, member, started["userCode"])
    given = poll(workspace, started, at=5)
    kept = [workspace.table.get({"pk": f"PAIR#{started['deviceCode'][:8]}", "sk": "PAIR"}), *workspace.tokens()]
    assert started["deviceCode"].split(".")[1] not in str(kept)
    assert given["token"].split("_")[3] not in str(kept)


def test_whoever_approves_sees_what_is_asked_for(workspace: Workspace, member: Token) -> None:
    shown = pairing.look(workspace, member, start(workspace)["userCode"], later(60))
    told = {"machine": "laptop", "user": "aoki", "engines": ["Ollama qwen3:8b"], "place": "203.0.113.7"}
    assert told.items() <= shown.items()
    assert (shown["secondsLeft"], shown["scopes"]) == (540, list(access.SCOPES["agent"]))


def test_reading_nodes_is_granted_by_the_approver_alone(workspace: Workspace, member: Token) -> None:
    started = start(workspace)
    assert "nodes:read" in approve(workspace, member, started["userCode"], nodesRead=True)["scopes"]
    given = poll(workspace, started, at=5)
    access.verify(workspace.table, f"Bearer {given['token']}", later(6)).must_have("nodes:read")


def test_a_refused_machine_is_told_so(workspace: Workspace, member: Token) -> None:
    started = start(workspace)
    pairing.deny(workspace, member, CodeIn(userCode=started["userCode"]), later(1))
    with pytest.raises(AccessDenied):
        poll(workspace, started, at=5)


def test_after_ten_minutes_it_is_over_for_both(workspace: Workspace, member: Token) -> None:
    started = start(workspace)
    with pytest.raises(ExpiredToken):
        poll(workspace, started, at=601)
    with pytest.raises(NotFound):
        approve(workspace, member, started["userCode"], at=601)


@pytest.mark.parametrize("second", ["approve", "deny"])
def test_a_code_is_answered_once(workspace: Workspace, member: Token, second: str) -> None:
    started = start(workspace)
    approve(workspace, member, started["userCode"])
    answer = {"approve": pairing.approve, "deny": pairing.deny}[second]
    with pytest.raises(Conflict):
        answer(workspace, member, CodeIn(userCode=started["userCode"]), later(2))
    assert poll(workspace, started, at=5)["token"]


def test_polled_too_fast_it_slows_down_by_five_seconds_each_time(workspace: Workspace) -> None:
    started = start(workspace)
    for at, kind in [(5, AuthorizationPending), (6, SlowDown), (14, SlowDown), (29, AuthorizationPending)]:
        with pytest.raises(kind):
            poll(workspace, started, at=at)


@pytest.mark.parametrize("device_code", ["x", "BCDFGHJK.", "BCDFGHJK", ".", "a" * 200])
def test_a_device_code_that_never_was_is_over(workspace: Workspace, device_code: str) -> None:
    with pytest.raises(ExpiredToken):
        poll(workspace, {"deviceCode": device_code}, at=1)


def test_two_machines_cannot_share_a_code(workspace: Workspace, member: Token) -> None:
    """Knowing the code that a person reads does not help: the secret half is another one."""
    started, other = start(workspace), start(workspace)
    mixed = f"{started['deviceCode'][:8]}.{other['deviceCode'].split('.')[1]}"
    approve(workspace, member, started["userCode"])
    with pytest.raises(ExpiredToken):
        poll(workspace, {"deviceCode": mixed}, at=5)


@pytest.mark.parametrize("code", ["-", "ABCD", "AEIO-UAEI", "1234-5678", "BCDFGHJKL"])
def test_what_is_no_code_is_refused_by_name(workspace: Workspace, member: Token, code: str) -> None:
    with pytest.raises(Invalid, match="userCode"):
        approve(workspace, member, code)


def test_a_code_is_read_however_it_was_typed(workspace: Workspace, member: Token) -> None:
    code = start(workspace)["userCode"]
    assert approve(workspace, member, f" {code.lower().replace('-', ' ')} ")["status"] == "approved"


def test_after_five_wrong_codes_there_are_no_more_tries_for_an_hour(workspace: Workspace, member: Token) -> None:
    right = start(workspace)["userCode"]
    for _ in range(5):
        with pytest.raises(NotFound):
            approve(workspace, member, "BBBB-BBBB")
    with pytest.raises(TooMany) as refused:
        approve(workspace, member, right, at=601)
    assert refused.value.retry_after == 3000
    later_one = start(workspace, at=3602)["userCode"]
    assert approve(workspace, member, later_one, at=3603)["status"] == "approved"


def test_right_codes_do_not_count(workspace: Workspace, member: Token) -> None:
    for number in range(8):
        code = start(workspace, at=number)["userCode"]
        pairing.look(workspace, member, code, later(number))
        assert approve(workspace, member, code, at=number)["status"] == "approved"


def test_every_error_of_the_flow_is_one_of_ours() -> None:
    kinds: list[type[EngawaError]] = [AuthorizationPending, SlowDown, AccessDenied, ExpiredToken]
    assert [(kind.status, kind.code) for kind in kinds] == [
        (400, "authorization_pending"),
        (400, "slow_down"),
        (400, "access_denied"),
        (400, "expired_token"),
    ]
