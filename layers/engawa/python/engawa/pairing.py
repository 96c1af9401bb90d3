"""Pairing: an agent gets a token of its own because a member approves its code. The flow and the names of the errors
are those of RFC 8628, in our JSON.

The agent's secret is part of its device code and is stored as a hash. Its token is made from that secret when it asks
after the approval, so no token is ever stored, and an answer that was lost can be asked for again.
"""

import hashlib
import json
import secrets
from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from engawa import instants, token_form, tokens, tries
from engawa.access import SCOPES, Token
from engawa.errors import AccessDenied, AuthorizationPending, Conflict, ExpiredToken, Invalid, NotFound, SlowDown
from engawa.step import ABSENT, EQUALS, Clause, Item, Step
from engawa.table import Table
from engawa.workspace import Workspace, pair_key, token_key

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # RFC 8628, 6.1: no vowels, so no words; no digits, so nothing looks alike
CODE_LENGTH = 8
LIVES = 600  # seconds
INTERVAL = 5  # seconds between two polls; each that comes too soon adds as many
PENDING, APPROVED, DENIED = "pending", "approved", "denied"
STARTS = 5  # codes tried until one is free


def plain(text: str) -> str:
    if not text.isprintable():
        raise ValueError("holds a sign that cannot be printed")
    return text


# What an approver reads of a machine that nobody knows: nothing in it may move a cursor or turn a line round.
Shown = AfterValidator(plain)
Engine = Annotated[str, Field(max_length=200), Shown]


class PairingIn(BaseModel):
    """What a machine says of itself; whoever approves it sees this, and where the call came from."""

    model_config = ConfigDict(strict=True)

    machine: Annotated[str, Field(min_length=1, max_length=200), Shown]
    user: Annotated[str, Field(max_length=200), Shown] = ""
    engines: list[Engine] = Field([], max_length=50)


class PollIn(BaseModel):
    model_config = ConfigDict(strict=True)

    deviceCode: str = Field(min_length=1, max_length=200)


class CodeIn(BaseModel):
    model_config = ConfigDict(strict=True)

    userCode: str = Field(min_length=1, max_length=20)
    nodesRead: bool = False  # let the agent read nodes as well


def start(table: Table, wanted: PairingIn, place: str, now: datetime) -> dict[str, Any]:
    """A code for a person to approve, and one for the machine to ask with."""
    secret = secrets.token_hex(32)
    for _ in range(STARTS):
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        if table.put(_item(code, secret, wanted, place, now), (Clause("pk", ABSENT),)).done:
            return {
                "deviceCode": f"{code}.{secret}",
                "userCode": f"{code[:4]}-{code[4:]}",
                "expiresIn": LIVES,
                "interval": INTERVAL,
            }
    raise Conflict("No code is free; try again.")


def _item(code: str, secret: str, wanted: PairingIn, place: str, now: datetime) -> Item:
    return {
        **pair_key(code),
        "code": code,
        "hash": token_form.digest(secret),
        "status": PENDING,
        "machine": wanted.machine,
        "user": wanted.user,
        "engines": json.dumps(wanted.engines, ensure_ascii=False),
        "place": place,
        "createdAt": instants.write(now),
        "validUntil": instants.after(now, LIVES),
        "interval": INTERVAL,
        "nextPollAt": instants.write(now),
        "expiresAt": instants.epoch(now, LIVES),
    }


def poll(table: Table, wanted: PollIn, now: datetime) -> dict[str, Any]:
    """The machine's token once it is approved, as often as it is asked for while the code lives."""
    code, _, secret = wanted.deviceCode.partition(".")
    item = _living(table, code, now)
    if item is None or not token_form.matches(item["hash"], secret):
        raise ExpiredToken("The code is over, or never was; start again.")
    if item["status"] == DENIED:
        raise AccessDenied("Whoever was asked said no.")
    if item["status"] == PENDING:
        raise _not_yet(table, item, now)
    return _token(table, item, secret, now)


def _living(table: Table, code: str, now: datetime) -> Item | None:
    item = table.get(pair_key(code)) if len(code) == CODE_LENGTH and set(code) <= set(LETTERS) else None
    return item if item and item["validUntil"] >= instants.write(now) else None


def _not_yet(table: Table, item: Item, now: datetime) -> AuthorizationPending | SlowDown:
    too_soon = instants.write(now) < item["nextPollAt"]
    interval = int(item["interval"]) + (INTERVAL if too_soon else 0)
    # A little less than was told: two clocks and a network lie between.
    pace: Item = {"interval": interval, "nextPollAt": instants.after(now, interval - 1)}
    table.update(pair_key(item["code"]), Step((Clause("status", EQUALS, PENDING),), pace))
    if too_soon:
        return SlowDown(f"Ask every {interval} seconds.")
    return AuthorizationPending("Nobody has approved the code yet.")


def _token(table: Table, item: Item, secret: str, now: datetime) -> dict[str, Any]:
    workspace = Workspace(table, item["workspaceId"])
    text = token_form.text("agent", item["tokenId"], hashlib.sha256(f"token {secret}".encode()).hexdigest())
    not_given_yet = Clause("pk", ABSENT)
    given = {"scopes": _scopes(item), "approved_by": item["approvedBy"], "must": (not_given_yet,)}
    stored = table.get(token_key(item["tokenId"])) or tokens.store(workspace, text, item["machine"], now, **given)
    return {"token": text, "workspaceId": workspace.id, **tokens.wire(stored, now)}


def _scopes(item: Item) -> tuple[str, ...]:
    return (*SCOPES["agent"], *(("nodes:read",) if item.get("nodesRead") else ()))


def look(workspace: Workspace, approver: Token, code: str, now: datetime) -> dict[str, Any]:
    """What is asked for under a code, for the person who is to approve it."""
    return _shown(_asked(workspace, approver, code, now), now)


def approve(workspace: Workspace, approver: Token, wanted: CodeIn, now: datetime) -> dict[str, Any]:
    """Let the machine have a token for this workspace, with no more than the approver may. Conflict where the code was
    answered already.
    """
    if wanted.nodesRead:
        approver.must_have("nodes:read")
    sets = {
        "status": APPROVED,
        "approvedBy": approver.id,
        "tokenId": token_form.new_id(),
        "nodesRead": wanted.nodesRead,
    }
    return _answered(workspace, approver, wanted, sets, now)


def deny(workspace: Workspace, approver: Token, wanted: CodeIn, now: datetime) -> dict[str, Any]:
    return _answered(workspace, approver, wanted, {"status": DENIED}, now)


def _answered(workspace: Workspace, approver: Token, wanted: CodeIn, sets: Item, now: datetime) -> dict[str, Any]:
    item = _asked(workspace, approver, wanted.userCode, now)
    not_answered_yet = Clause("status", EQUALS, PENDING)
    answered = {**sets, "workspaceId": workspace.id}
    outcome = workspace.table.update(pair_key(item["code"]), Step((not_answered_yet,), answered))
    if not outcome.done or outcome.item is None:
        raise Conflict("The code was answered already.")
    return _shown(outcome.item, now)


def _asked(workspace: Workspace, approver: Token, user_code: str, now: datetime) -> Item:
    """The pairing of a code that a person typed. NotFound for a wrong one; TooMany after five of them in an hour."""
    code = "".join(user_code.upper().split()).replace("-", "")
    if len(code) != CODE_LENGTH or set(code) - set(LETTERS):
        raise Invalid(f"userCode: is {CODE_LENGTH} letters, such as BCDF-GHJK.")
    tries.spend(workspace.table, approver, now)
    item = _living(workspace.table, code, now)
    if item is None or item.get("workspaceId", workspace.id) != workspace.id:  # others have answered it
        raise NotFound("There is no such code, or its ten minutes are over.")
    tries.give_back(workspace.table, approver)
    return item


def _shown(item: Item, now: datetime) -> dict[str, Any]:
    told = {key: item[key] for key in ("machine", "user", "place", "status", "createdAt")}
    code = f"{item['code'][:4]}-{item['code'][4:]}"
    left = max(0, round(instants.seconds_until(item["validUntil"], now)))
    engines, scopes = json.loads(item["engines"]), list(_scopes(item))
    return {**told, "userCode": code, "engines": engines, "secondsLeft": left, "scopes": scopes}
