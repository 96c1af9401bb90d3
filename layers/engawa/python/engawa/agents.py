"""Agents: who called, with which engines, and whether they are still there."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from engawa import cadence, instants
from engawa.access import Token
from engawa.errors import TooMany
from engawa.orders import Instant
from engawa.step import Item, Step
from engawa.workspace import Workspace

WRITE_EVERY = 30  # seconds between two writes of a last sign of life, however often an agent polls
ONLINE_FOR = 90  # seconds
MOST_OF_A_TOKEN = 100  # agents
FORGOTTEN_AFTER = 14 * 86_400  # seconds of silence


class Runner(BaseModel):
    """An engine that an agent offers."""

    model_config = ConfigDict(strict=True)

    id: str = Field(min_length=1, max_length=100)
    label: str = Field("", max_length=200)


# One line: several of them are kept in one attribute, a line each.
AgentId = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[^\x00-\x1f\x7f]+$")]


class Paused(BaseModel):
    """Why an agent takes no new job, and until when, where it knows."""

    model_config = ConfigDict(strict=True)

    reason: str = Field(min_length=1, max_length=100)
    note: str | None = Field(None, max_length=200)
    until: Instant | None = None


class HeartbeatIn(BaseModel):
    model_config = ConfigDict(strict=True)

    runners: list[Runner] | None = Field(None, max_length=50)
    paused: Paused | None = None
    agentId: AgentId | None = None
    name: str | None = Field(None, max_length=200)


def id_of(token: Token, agent_id: str | None) -> str:
    """An agent is a token, also by those that it was replaced by, and the id it sends where several share one."""
    return f"{token.family}:{agent_id}" if agent_id else token.family


@dataclass(frozen=True)
class Seen:
    """An agent as it now stands; `quiet` is for how many seconds its workspace has not been used."""

    agent: Item
    quiet: float


def seen(workspace: Workspace, agent: str, news: HeartbeatIn, now: datetime) -> Seen:
    """Note a sign of life. Writes only what is new or half a minute old."""
    keys = (workspace.agent_key(agent), workspace.activity_key())
    found = {item["sk"]: item for item in workspace.get_many(keys, consistent=False)}
    before = found.pop(keys[0]["sk"], {})
    if not before:
        _check_room(workspace, agent)
    since = _since(before, now)
    quiet = -instants.seconds_until(max(since, *(used["at"] for used in found.values()), ""), now)
    told = {"runners": _runners(news.runners), "name": news.name}
    changes: Item = {key: value for key, value in told.items() if value is not None and value != before.get(key)}
    paused = news.paused.model_dump_json() if news.paused else None  # whoever says nothing of it is not
    if paused != before.get("paused"):
        changes["paused"] = paused
    if not changes and before.get("lastSeenAt", "") > instants.after(now, -WRITE_EVERY):
        return Seen(before, quiet)
    sets: Item = {
        "id": agent,
        **changes,
        "onlineSince": since,
        "lastSeenAt": instants.write(now),
        "pollAfterMs": cadence.milliseconds(cadence.seconds(quiet, None, False), 1),
        "expiresAt": instants.epoch(now, FORGOTTEN_AFTER),
    }
    return Seen(workspace.update(workspace.agent_key(agent), Step((), sets)).item or {}, quiet)


def _check_room(workspace: Workspace, agent: str) -> None:
    """One token may not fill the team's list of agents."""
    if workspace.count_agents(agent.partition(":")[0], MOST_OF_A_TOKEN) >= MOST_OF_A_TOKEN:
        raise TooMany(f"{MOST_OF_A_TOKEN} agents use this token, the most that may.")


def _since(before: Item, now: datetime) -> str:
    """Since when an agent has been there without a break. Whoever starts one is about to use it."""
    return str(before["onlineSince"]) if before and is_online(before, now) else instants.write(now)


def heartbeat(workspace: Workspace, agent: str, news: HeartbeatIn, now: datetime) -> dict[str, Any]:
    quiet = seen(workspace, agent, news, now).quiet
    pause = cadence.milliseconds(cadence.seconds(quiet, None, False), random.random())  # noqa: S311 jitter
    return {"status": "ok", "pollAfterMs": pause}


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


def paused(agent: Item) -> dict[str, Any] | None:
    found: dict[str, Any] | None = json.loads(agent.get("paused", "null"))
    return found


def at_work(agents: Sequence[Item]) -> list[Item]:
    """Those that take new jobs."""
    return [agent for agent in agents if "paused" not in agent]


def offered(agents: Sequence[Item]) -> list[dict[str, str]]:
    """Every engine that one of `agents` has, each once, in the order it was announced."""
    return list({runner["id"]: runner for agent in agents for runner in runners_of(agent)}.values())
