"""Without any agent: every job type over HTTP on the local stack, from import to follow-up."""

import json
import urllib.request
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from engawa import job_types
from tools import engawa, stack
from tools.stack import Stack

TALK = "Aoki: We ship in May.\nMori: Who tells the dealers?\nAoki: I do, on Friday."


@pytest.fixture(scope="module")
def home() -> Iterator[Stack]:
    with stack.started("--port", "0") as started:
        yield stack.ready(started)


def post(home: Stack, path: str, body: dict[str, Any]) -> Any:
    headers = {"Authorization": f"Bearer {home.tokens['member']}", "Content-Type": "application/json"}
    request = urllib.request.Request(home.url + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


@pytest.fixture(scope="module")
def team(home: Stack) -> dict[str, str]:
    """A project with an imported board, a document and a chat room; their ids."""
    ids = {name: str(uuid4()) for name in ("project", "document", "room")}
    post(home, "/api/nodes", {"id": ids["project"], "type": "project", "name": "Lumen"})
    command = ("import", "tests/data/launch.canvas", "--parent", ids["project"])
    board = engawa.call(*command, environment=home.environment("member"))
    blocks = [{"type": "paragraph", "content": [{"type": "text", "text": "Ship in May.", "styles": {}}]}]
    document = {"id": ids["document"], "type": "document", "name": "Plan", "data": {"content": blocks}}
    post(home, "/api/nodes", document | {"parentId": ids["project"]})
    post(home, "/api/nodes", {"id": ids["room"], "type": "chat_room", "name": "General", "parentId": ids["project"]})
    return ids | {"board": board["id"]}


def order(home: Stack, team: dict[str, str], name: str, locale: str) -> Any:
    """A job of that type about whatever its context reads."""
    kind = job_types.named(name).source.kind
    target = team.get({"organize": "board", "conversation": "project"}.get(kind, kind), team["board"])
    items = home.get(f"/api/nodes?containerId={team['board']}")
    return {
        "type": name,
        "locale": locale,
        "targetId": target,
        "nodeIds": [node["id"] for node in items if node["type"] == "sticky"][:5],
        "chatRoomId": team["room"],
        "prompt": "4 ideas",
        "sourceText": TALK,
    }


@pytest.mark.parametrize("locale", ["ja", "en"])
@pytest.mark.parametrize("name", list(job_types.every()))
def test_every_type_is_answered_at_once_in_its_form(home: Stack, team: dict[str, str], name: str, locale: str) -> None:
    job = post(home, "/api/ai/jobs", order(home, team, name, locale))
    assert (job["status"], job["engine"], job["parseError"]) == ("done", "mock", None)
    assert job["context"]
    assert job["result"]
    assert (job["parsed"] is not None) == (job["payload"]["responseFormat"] == "json")
    assert home.get(f"/api/ai/jobs/{job['id']}") == job


def test_a_reply_stands_in_the_room(home: Stack, team: dict[str, str]) -> None:
    job = post(home, "/api/ai/jobs", order(home, team, "chat_reply", "en"))
    messages = [node["data"] for node in home.get(f"/api/nodes?containerId={team['room']}")]
    assert {"author": "ai", "text": job["result"], "jobId": job["id"], "origin": "ai"} in messages


def test_minutes_stand_in_the_workspace(home: Stack, team: dict[str, str]) -> None:
    job = post(home, "/api/ai/jobs", order(home, team, "call_minutes", "ja"))
    documents = [node for node in home.get("/api/nodes") if node["data"].get("jobId") == job["id"]]
    assert [(node["type"], node["name"]) for node in documents] == [("document", "議事録")]
    assert documents[0]["data"]["content"][0]["type"] == "heading"


def test_organizing_answers_with_ids_of_the_board(home: Stack, team: dict[str, str]) -> None:
    job = post(home, "/api/ai/jobs", order(home, team, "organize_board", "en"))
    ids = [node_id for group in job["parsed"]["groups"] for node_id in group["ids"]]
    assert ids == job["payload"]["legend"]


def test_all_six_contexts_are_served(home: Stack, team: dict[str, str]) -> None:
    items = [node["id"] for node in home.get(f"/api/nodes?containerId={team['board']}")]
    wanted = [
        {"kind": "board", "targetId": team["board"]},
        {"kind": "organize", "targetId": team["board"]},
        {"kind": "document", "targetId": team["document"]},
        {"kind": "selection", "nodeIds": items[:3]},
        {"kind": "chat", "chatRoomId": team["room"]},
        {"kind": "project", "targetId": team["project"]},
    ]
    shown = [post(home, "/api/contexts", body | {"maxChars": 500}) for body in wanted]
    assert all(0 < context["units"] <= 513 for context in shown)
    assert [context["legend"] is not None for context in shown] == [False, True, False, False, False, False]
