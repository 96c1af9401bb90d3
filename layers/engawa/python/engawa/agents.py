"""Agents: who called, with which engines, and whether they are still there."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from engawa import instants
from engawa.access import Token
from engawa.step import Item, Step
from engawa.workspace import Workspace

WRITE_EVERY = 30  # seconds between two writes of a last sign of life, however often an agent polls
ONLINE_FOR = 90  # seconds
FORGOTTEN_AFTER = 14 * 86_400  # seconds of silence
POLL_AFTER_MS = 2000


class Runner(BaseModel):
    """An engine that an agent offers."""

    model_config = ConfigDict(strict=True)

    id: str = Field(min_length=1, max_length=100)
    label: str = Field("", max_length=200)


class HeartbeatIn(BaseModel):
    model_config = ConfigDict(strict=True)

    runners: list[Runner] | None = Field(None, max_length=50)
    agentId: str | None = Field(None, min_length=1, max_length=100)
    name: str | None = Field(None, max_length=200)


def id_of(token: Token, agent_id: str | None) -> str:
    """An agent is a token and, where several share one, the id they send."""
    return f"{token.id}:{agent_id}" if agent_id else token.id


def seen(workspace: Workspace, agent: str, news: HeartbeatIn, now: datetime) -> Item:
    """Note a sign of life; the agent as it now stands. Writes only what is new or half a minute old."""
    before = workspace.get(workspace.agent_key(agent), consistent=False) or {}
    told = {"runners": _runners(news.runners), "name": news.name}
    changes = {key: value for key, value in told.items() if value is not None and value != before.get(key)}
    if not changes and before.get("lastSeenAt", "") > instants.after(now, -WRITE_EVERY):
        return before
    sets: Item = {
        "id": agent,
        **changes,
        "lastSeenAt": instants.write(now),
        "pollAfterMs": POLL_AFTER_MS,
        "expiresAt": instants.epoch(now, FORGOTTEN_AFTER),
    }
    return workspace.update(workspace.agent_key(agent), Step((), sets)).item or {}


def heartbeat(workspace: Workspace, agent: str, news: HeartbeatIn, now: datetime) -> dict[str, Any]:
    seen(workspace, agent, news, now)
    return {"status": "ok", "pollAfterMs": POLL_AFTER_MS}


def _runners(runners: list[Runner] | None) -> str | None:
    """As JSON text: an item holds no lists."""
    if runners is None:
        return None
    return json.dumps([runner.model_dump() for runner in runners], ensure_ascii=False)


def runners_of(agent: Item) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(agent.get("runners", "[]"))
    return found


def is_online(agent: Item, now: datetime) -> bool:
    patience = max(ONLINE_FOR, 2 * agent["pollAfterMs"] / 1000)
    return bool(agent["lastSeenAt"] >= instants.after(now, -patience))


def online(workspace: Workspace, now: datetime) -> list[Item]:
    return [agent for agent in workspace.agents() if is_online(agent, now)]


def offered(agents: Sequence[Item]) -> list[dict[str, str]]:
    """Every engine that one of `agents` has, each once, in the order it was announced."""
    return list({runner["id"]: runner for agent in agents for runner in runners_of(agent)}.values())


def status(workspace: Workspace, mock_mode: bool, now: datetime) -> dict[str, Any]:
    """What GET /api/ai/status shows. Mock mode answers only while nobody else does."""
    everyone = workspace.agents()
    present = [agent for agent in everyone if is_online(agent, now)]
    return {
        "agent": "online" if present else "offline",
        "mockMode": mock_mode and not present,
        "lastSeenAt": max((agent["lastSeenAt"] for agent in everyone), default=None),
        "runners": offered(present),
        "agents": [_wire(agent, now) for agent in everyone],
    }


def _wire(agent: Item, now: datetime) -> dict[str, Any]:
    return {
        "id": agent["id"],
        "name": agent.get("name", ""),
        "status": "online" if is_online(agent, now) else "offline",
        "lastSeenAt": agent["lastSeenAt"],
        "runners": runners_of(agent),
    }
