"""Each role is least: what template.yaml allows a function is what its code was seen to ask of the table."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest

from engawa import api, batch, claims
from engawa.claims import ClaimIn
from engawa.settings import Settings
from engawa.table import Table
from engawa.workspace import Workspace, shard_of
from local import cloudformation
from makers import BOARD_ID, NOW, WORKSPACE_ID, a_job, a_node, an_id, later

from .conftest import ROOT, Call, Functions, admit_samples, app, sample

SAMPLE_STICKY = "8d3b9c76-2b5a-4e7b-9eaf-5f4b2e3cb0bb"
Asked = set[tuple[str, str]]


@contextmanager
def recorded() -> Iterator[Asked]:
    """The (action, index) of each request that the functions' own client makes meanwhile."""
    seen: Asked = set()

    def note(params: dict[str, Any], model: Any, **_: Any) -> None:
        seen.add((model.name, params.get("IndexName", "")))

    events = api._table()._client.meta.events
    events.register("before-parameter-build.dynamodb", note)
    try:
        yield seen
    finally:
        events.unregister("before-parameter-build.dynamodb", note)


def allowed(name: str) -> Asked:
    """The same for a function's policies; an action on an index and on the table are two things."""
    found: Asked = set()
    document = cloudformation.load(ROOT / "template.yaml")
    for policy in document["Resources"][name]["Properties"].get("Policies", []):
        for statement in policy["Statement"]:
            actions = statement["Action"] if isinstance(statement["Action"], list) else [statement["Action"]]
            index = str(statement["Resource"]).partition("/index/")[2].rstrip("'\"})")
            found |= {(action.removeprefix("dynamodb:"), index) for action in actions}
    return found


def use_nodes(call: Functions, _: Workspace) -> None:
    call("post-api-nodes-batch")
    call("post-api-nodes", body={"id": an_id(9), "type": "board", "name": "elsewhere"})
    for name in ("get-api-workspace", "get-api-nodes", "get-api-nodes-id", "patch-api-nodes-id", "get-api-edges"):
        call(name)
    call("patch-api-nodes-id", body={"parentId": an_id(9)})
    call("delete-api-edges-id")
    call("delete-api-nodes-id")


def use_contexts(call: Functions, workspace: Workspace) -> None:
    call("post-api-contexts")
    call("post-api-contexts", body={"kind": "selection", "nodeIds": [SAMPLE_STICKY]})
    put_room(workspace)
    call("post-api-contexts", body={"kind": "chat", "chatRoomId": an_id(7)})


def put_room(workspace: Workspace) -> None:
    batch.put_node(workspace, a_node(7, type="chat_room", parentId=None), NOW)


def use_ai(call: Functions, workspace: Workspace) -> None:
    for name in ("get-api-ai-status", "get-api-ai-job-types", "post-api-ai-jobs", "get-api-ai-jobs"):
        call(name)
    call("get-api-ai-jobs-id", path=f"/api/ai/jobs/{workspace.jobs(1)[0]['id']}")
    put_room(workspace)
    chat = {"type": "chat_reply", "targetId": BOARD_ID, "chatRoomId": an_id(7), "prompt": "When?"}
    assert call("post-api-ai-jobs", body=chat).json["status"] == "done"


def use_agent(call: Functions, workspace: Workspace) -> None:
    a_job(workspace, now=datetime.now(UTC), runner="nobody-has-this")  # the functions go by the real clock
    for verb in ("release", "complete"):
        call("post-api-agent-heartbeat")
        job = call("post-api-agent-jobs-claim", body={"requestId": f"request-{verb}"}).json
        path = f"/api/agent/jobs/{job['id']}"
        call("post-api-agent-jobs-id-renew", path=f"{path}/renew", body={"fence": job["fence"]})
        call(f"post-api-agent-jobs-id-{verb}", path=f"{path}/{verb}", body={"fence": job["fence"]} | RESULTS[verb])


RESULTS = {"release": {}, "complete": {"result": "- one"}}


def use_requeue(_: Functions, workspace: Workspace) -> None:
    long_ago = later(-4000)
    leave_a_follow_up(workspace)
    a_job(workspace, now=long_ago)
    claims.claim(workspace, "token-1", ClaimIn(requestId="request-1"), long_ago, Settings())
    counts = app("requeue").lambda_handler(sample("schedule-requeue"), None)
    assert (counts["requeued"], counts["settled"], counts["failed"]) == (1, 1, 0)


def use_access(call: Functions, _: Workspace) -> None:
    made = call("post-api-tokens").json
    for name in ("get-api-tokens", "post-api-socket-ticket", "post-api-tokens-rotate"):
        call(name)
    call("delete-api-tokens-id", path=f"/api/tokens/{made['id']}")
    started = call("post-api-pairing-start").json
    for verb in ("look", "approve"):
        call(f"post-api-pairing-{verb}", body={"userCode": started["userCode"]})
    assert call("post-api-pairing-poll", body={"deviceCode": started["deviceCode"]}).status == 200


def use_founding(_: Functions, __: Workspace) -> None:
    assert set(app("access").found(sample("invoke-founding"), None)) == {"workspaceId", "tokens"}


def leave_a_follow_up(workspace: Workspace) -> None:
    """A reply whose message was not written before its function ended."""
    put_room(workspace)
    wanted = {"type": "chat_reply", "chatRoomId": an_id(7), "prompt": "When?"}
    job = a_job(workspace, now=later(-4000), settings=Settings(mock_mode=True), **wanted)
    head = workspace.get(workspace.job_key(job["id"])) or {}
    room = workspace.get(workspace.node_key(an_id(7))) or {}
    workspace.put(head | {"followUp": "due", "leaseShard": shard_of(job["id"]), "leaseAt": room["createdAt"]})


@pytest.mark.parametrize(
    ("name", "use"),
    [
        ("NodesFunction", use_nodes),
        ("ContextsFunction", use_contexts),
        ("AiFunction", use_ai),
        ("AgentFunction", use_agent),
        ("AccessFunction", use_access),
        ("FoundingFunction", use_founding),
        ("RequeueFunction", use_requeue),
        ("ConsoleFunction", lambda call, _: call("default")),
    ],
)
def test_a_role_allows_exactly_what_its_function_asks(
    call: Call, table: Table, monkeypatch: pytest.MonkeyPatch, name: str, use: Callable[[Any, Workspace], None]
) -> None:
    call("post-api-nodes-batch")
    monkeypatch.setattr(api, "_settings", lambda: Settings(mock_mode=True))
    admit_samples(table)  # that a token is used for the first time is part of what a function does
    with recorded() as asked:
        use(call, Workspace(table, WORKSPACE_ID))
    assert asked == allowed(name)


def test_a_board_is_read_with_two_requests_whatever_is_on_it(call: Call) -> None:
    call("post-api-nodes-batch")
    call("post-api-nodes-batch", body={"nodes": [a_node(n, parentId=BOARD_ID).model_dump() for n in range(1, 90)]})
    requests: list[str] = []
    events = api._table()._client.meta.events
    handler = lambda model, **_: requests.append(model.name)  # noqa: E731
    events.register("before-parameter-build.dynamodb", handler)
    call("post-api-contexts")
    events.unregister("before-parameter-build.dynamodb", handler)
    assert requests == ["GetItem", "GetItem", "Query"]  # the token, the board, everything on it
