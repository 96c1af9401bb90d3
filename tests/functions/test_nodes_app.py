"""/api/nodes, /api/edges, /api/workspace and /api/health, as clients.md has them."""

from typing import Any

import pytest

from .conftest import Call, sample

STICKY = "8d3b9c76-2b5a-4e7b-9eaf-5f4b2e3cb0bb"
BOARD = "7c2a8b65-1a4f-4d6a-8d9f-4e3a1d2bafaa"


@pytest.fixture
def board(call: Call) -> Call:
    assert call("post-api-nodes-batch").json == {"nodes": 3, "edges": 1}
    return call


def test_health_needs_no_token(call: Call) -> None:
    reply = call("get-api-health")
    assert (reply.status, reply.json) == (200, {"status": "ok"})


def test_the_workspace_node_is_its_own_id(call: Call) -> None:
    node = call("get-api-workspace").json
    assert node["id"] == node["workspaceId"]
    assert node["parentId"] is None


def test_a_get_may_carry_a_content_type_and_no_body(board: Call) -> None:
    assert board("get-api-nodes", body=None).status == 200
    assert board("get-api-nodes", body="").status == 200


def test_an_upsert_answers_the_full_node(board: Call) -> None:
    node = board("post-api-nodes").json
    assert node["data"] == {"text": "税込で表示する", "color": "pink", "x": -379.86366965553975, "y": 12}
    assert set(node) >= {"id", "workspaceId", "parentId", "type", "name", "orderKey", "createdAt", "updatedAt"}


def test_numbers_keep_all_their_digits_on_the_wire(board: Call) -> None:
    board("post-api-nodes")
    assert '"x":-379.86366965553975' in (board("get-api-nodes-id").text or "")


def test_a_clients_own_instants_and_unknown_fields_are_ignored(board: Call) -> None:
    body = {"id": STICKY, "type": "sticky", "createdAt": "1999", "updatedAt": 7, "deletedAt": None, "zoom": [1]}
    node = board("post-api-nodes", body=body).json
    assert len(node["createdAt"]) == len("2026-11-29T08:00:02.000000Z")
    assert "zoom" not in node


def test_a_patch_merges_and_answers_the_full_node(board: Call) -> None:
    node = board("patch-api-nodes-id").json
    assert node["data"] == {"text": "Price in March", "x": 120.5}


def test_a_list_shows_what_was_just_written_oldest_first(board: Call) -> None:
    listed = board("get-api-nodes", queryStringParameters=None).json
    assert [node["createdAt"] for node in listed] == sorted(node["createdAt"] for node in listed)
    assert len(listed) == 4


def test_deleting_is_204_without_a_body_and_idempotent(board: Call) -> None:
    for _ in range(2):
        reply = board("delete-api-nodes-id")
        assert (reply.status, reply.text) == (204, None)
    assert board("get-api-edges").json == []


def test_an_edge_goes_and_comes_back(board: Call) -> None:
    assert board("post-api-edges").json["data"] == {"color": "red"}
    assert board("get-api-edges").json[0]["label"] == "then"
    assert board("delete-api-edges-id").status == 204


def test_a_long_list_ends_early_and_goes_on(board: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engawa.pages.MAX_BYTES", 400)
    seen: list[str] = []
    query: dict[str, str] = {}
    while True:
        reply = board("get-api-nodes", queryStringParameters=query)
        seen += [node["id"] for node in reply.json]
        if "x-next-cursor" not in reply.headers:
            break
        query = {"cursor": reply.headers["x-next-cursor"]}
    assert len(seen) == len(set(seen)) == 4


BAD_NODES: list[tuple[Any, str]] = [
    ("{", "body"),
    ("[]", "body: must be a JSON object"),
    ({"type": "sticky"}, "id"),
    ({"id": "7", "type": "sticky"}, "id"),
    ({"id": STICKY}, "type"),
    ({"id": STICKY, "type": "balloon"}, "type"),
    ({"id": STICKY, "type": 7}, "type"),
    ({"id": STICKY, "type": "sticky", "name": 7}, "name"),
    ({"id": STICKY, "type": "sticky", "name": "x" * 2001}, "name"),
    ({"id": STICKY, "type": "sticky", "data": []}, "data"),
    ({"id": STICKY, "type": "sticky", "data": {"": 1}}, "data"),
    ({"id": STICKY, "type": "sticky", "parentId": "x"}, "parentId"),
    ({"id": STICKY, "type": "sticky", "parentId": "11111111-1111-4111-8111-111111111111"}, "parentId"),
    (f'{{"id": "{STICKY}", "type": "sticky", "data": {{"x": NaN}}}}', "body"),
    (None, "id"),
]


@pytest.mark.parametrize(("body", "field"), BAD_NODES)
def test_what_is_wrong_is_a_400_that_names_the_field_and_nothing_is_written(call: Call, body: Any, field: str) -> None:
    reply = call("post-api-nodes", body=body)
    code, message = reply.error
    assert (reply.status, code) == (400, "invalid")
    assert message.startswith(field)
    assert len(call("get-api-nodes", queryStringParameters=None).json) == 1


@pytest.mark.parametrize("name", ["get-api-nodes-id", "patch-api-nodes-id", "delete-api-nodes-id"])
def test_an_id_that_is_none_is_named(call: Call, name: str) -> None:
    reply = call(name, path="/api/nodes/7")
    assert (reply.status, reply.error[0]) == (400, "invalid")
    assert reply.error[1].startswith("id")


def test_what_never_was_and_what_is_elsewhere_look_the_same(call: Call) -> None:
    missing = call("get-api-nodes-id")
    elsewhere = call("get-api-nodes", queryStringParameters={"workspaceId": BOARD})
    assert (missing.status, missing.text) == (elsewhere.status, elsewhere.text) == (404, missing.text)
    assert STICKY not in (missing.text or "")


@pytest.mark.parametrize("authorization", [None, "Bearer nonsense", "Bearer"])
def test_without_a_valid_token_it_is_401(call: Call, authorization: str | None) -> None:
    headers = {"authorization": authorization} if authorization else {}
    reply = call("get-api-nodes", headers=headers)
    assert (reply.status, reply.error[0]) == (401, "unauthorized")


def test_without_the_scope_it_is_403(call: Call) -> None:
    agent = sample("post-api-agent-heartbeat")["headers"]
    assert call("get-api-nodes", headers=agent).status == 403


def test_a_header_name_may_be_written_in_any_case(call: Call) -> None:
    token = sample("get-api-workspace")["headers"]["authorization"]
    assert call("get-api-workspace", headers={"Authorization": token}).status == 200


def test_a_cursor_of_another_kind_is_refused(call: Call) -> None:
    assert call("get-api-nodes", queryStringParameters={"cursor": "x"}).error[1].startswith("cursor")


def test_a_lone_surrogate_never_reaches_the_wire(call: Call) -> None:
    body = r'{"id": "STICKY", "type": "sticky", "name": "\ud83d", "data": {"text": "\ude80"}}'.replace("STICKY", STICKY)
    node = call("post-api-nodes", body=body)
    assert node.json["name"] == "\ufffd"
    assert (node.text or "").encode()


def test_what_no_route_answers_is_a_404_of_our_own(call: Call) -> None:
    reply = call("default")
    assert (reply.status, reply.error) == (404, ("not_found", "There is no route GET /nowhere."))


def test_half_a_surrogate_pair_in_a_path_is_a_404(call: Call) -> None:
    reply = call("default", path="/\ud83d")
    assert reply.status == 404
    assert (reply.text or "").encode()


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("patch-api-nodes-id", {"name": "x"}),
        ("post-api-nodes-batch", {"nodes": []}),
        ("post-api-edges", {}),
        ("post-api-contexts", {"kind": "board"}),
        ("post-api-ai-jobs", {"type": "brainstorm"}),
        ("post-api-agent-heartbeat", {}),
        ("post-api-agent-jobs-claim", {}),
        ("post-api-agent-jobs-id-renew", {"fence": 1}),
        ("post-api-agent-jobs-id-complete", {"result": ""}),
        ("post-api-agent-jobs-id-release", {}),
    ],
)
def test_another_workspaces_id_in_any_body_is_not_found(call: Call, name: str, body: dict[str, Any]) -> None:
    assert call(name, body=body | {"workspaceId": BOARD}).status == 404


def test_the_own_workspaces_id_may_be_written_in_any_case(call: Call) -> None:
    own = call("get-api-workspace").json["id"].upper()
    assert call("get-api-nodes", queryStringParameters={"workspaceId": own}).status == 200


def test_an_answer_never_outgrows_what_a_function_may_send(board: Call) -> None:
    for number in range(3):
        node = {"id": f"{number}" * 8 + STICKY[8:], "type": "sticky", "data": {"text": "a" * 2_500_000}}
        assert board("post-api-nodes", body=node).status == 200
    reply = board("get-api-nodes", queryStringParameters=None)
    assert len((reply.text or "").encode()) < 5_000_000
    assert "x-next-cursor" in reply.headers
