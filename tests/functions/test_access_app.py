"""/api/tokens, /api/pairing and /api/socket-ticket, with the files in events/."""

from typing import Any

import pytest

from engawa import pages, token_form
from makers import an_id

from .conftest import Call, app, sample

THEIRS = an_id(99)


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}", "content-type": "application/json"}


def test_a_token_is_made_used_listed_and_revoked(call: Call) -> None:
    made = call("post-api-tokens").json
    as_aoki: Any = {"headers": bearer(made["token"])}
    assert call("get-api-nodes", **as_aoki).status == 200
    assert made["id"] in [token["id"] for token in call("get-api-tokens").json]
    assert call("delete-api-tokens-id", path=f"/api/tokens/{made['id']}").status == 204
    assert call("get-api-nodes", **as_aoki).error[0] == "unauthorized"


def test_a_token_can_revoke_itself(call: Call) -> None:
    assert call("delete-api-tokens-current").status == 204
    assert call("get-api-workspace").status == 401


@pytest.mark.parametrize("token_id", ["x", "0123", "current-one", "0123456789ABCDEF", "%2e%2e"])
def test_what_is_no_id_of_a_token_is_refused_by_name(call: Call, token_id: str) -> None:
    reply = call("delete-api-tokens-id", path=f"/api/tokens/{token_id}")
    assert (reply.status, reply.error[1].startswith("id")) == (400, True)


def test_an_agents_token_cannot_make_tokens_or_approve(call: Call) -> None:
    as_agent: Any = {"headers": sample("post-api-agent-heartbeat")["headers"]}
    for name in ("post-api-tokens", "get-api-tokens", "post-api-pairing-approve", "delete-api-tokens-id"):
        assert call(name, **as_agent).error[0] == "forbidden"


def test_pairing_goes_all_the_way(call: Call) -> None:
    started = call("post-api-pairing-start").json
    poll: Any = {"body": {"deviceCode": started["deviceCode"]}}
    assert call("post-api-pairing-poll", **poll).error[0] == "authorization_pending"
    code = {"userCode": started["userCode"]}
    assert call("post-api-pairing-look", body=code).json["place"] == "127.0.0.1"
    assert call("post-api-pairing-approve", body=code).json["status"] == "approved"
    given = call("post-api-pairing-poll", **poll).json
    assert call("post-api-agent-heartbeat", headers=bearer(given["token"])).json["status"] == "ok"


def test_an_answer_tells_a_browser_to_keep_and_guess_nothing(call: Call) -> None:
    headers = call("get-api-health").headers
    assert (headers["cache-control"], headers["x-content-type-options"]) == ("no-store", "nosniff")
    assert "frame-ancestors 'none'" in headers["content-security-policy"]


def audited(logged: pytest.LogCaptureFixture) -> list[Any]:
    return [record for record in logged.records if record.message == "write"]


def test_a_write_leaves_a_line_without_its_text(call: Call, caplog: pytest.LogCaptureFixture) -> None:
    call("post-api-nodes-batch")
    call("patch-api-nodes-id", body={"name": "Secret plan"})
    call("get-api-nodes")
    lines = audited(caplog)
    assert [line.route for line in lines] == ["POST /api/nodes/batch", "PATCH /api/nodes/{id}"]
    assert (lines[1].kind, lines[1].id) == ("member", sample("patch-api-nodes-id")["rawPath"].split("/")[-1])
    assert "Secret plan" not in str([vars(line) for line in lines])


def test_an_agent_that_finds_no_job_leaves_no_line(call: Call, caplog: pytest.LogCaptureFixture) -> None:
    call("post-api-agent-jobs-claim")
    assert audited(caplog) == []


def refused(logged: pytest.LogCaptureFixture) -> list[Any]:
    lines = [record for record in logged.records if record.message == "refused"]
    return [(line.levelname, line.token, line.route, line.reason) for line in lines]


def id_in(headers: dict[str, str]) -> str:
    return headers["authorization"].split("_")[2]


def test_a_refused_call_leaves_a_line_with_the_token_and_not_what_was_asked_for(
    call: Call, caplog: pytest.LogCaptureFixture
) -> None:
    member, agent = (sample(name)["headers"] for name in ("get-api-workspace", "post-api-agent-heartbeat"))
    call("get-api-tokens", headers=member)
    call("get-api-nodes-id", path=f"/api/nodes/{THEIRS}")
    call("get-api-nodes", queryStringParameters={"workspaceId": THEIRS})
    call("delete-api-tokens-current", headers=agent)
    call("post-api-agent-heartbeat", headers=agent)
    assert refused(caplog) == [
        ("INFO", id_in(member), "GET /api/tokens", "forbidden"),
        ("INFO", id_in(member), "GET /api/nodes/{id}", "not_found"),
        ("INFO", id_in(member), "GET /api/nodes", "not_found"),
        ("INFO", id_in(agent), "POST /api/agent/heartbeat", "revoked"),
    ]
    assert THEIRS not in str([vars(line) for line in caplog.records])


def test_what_is_no_token_of_ours_fills_no_log(call: Call, caplog: pytest.LogCaptureFixture) -> None:
    member = sample("get-api-workspace")["headers"]["authorization"].removeprefix("Bearer ")
    kind, token_id = member.split("_")[1:3]
    for text in ("garbage", f"{member}0", token_form.text(kind, token_id), token_form.text("admin", "00" * 8)):
        assert call("get-api-nodes", headers=bearer(text)).status == 401
    assert caplog.records == []


def test_a_token_used_after_its_successor_is_a_warning_with_its_id(
    call: Call, caplog: pytest.LogCaptureFixture
) -> None:
    old = sample("post-api-agent-heartbeat")["headers"]
    new = call("post-api-tokens-rotate", headers=old).json
    call("post-api-agent-heartbeat", headers=bearer(new["token"]))
    assert call("post-api-agent-heartbeat", headers=old).status == 401
    assert refused(caplog) == [("WARNING", id_in(old), "POST /api/agent/heartbeat", "reused")]


def test_many_tokens_are_listed_in_pages(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [call("post-api-tokens").json["id"] for _ in range(3)]
    whole = call("get-api-tokens").json
    monkeypatch.setattr(pages, "MAX_BYTES", 2 * pages.weight(whole[0]) + 50)
    told, cursor = [], ""
    for _ in range(3):
        reply = call("get-api-tokens", queryStringParameters={"cursor": cursor})
        told.append([token["id"] for token in reply.json])
        cursor = reply.headers.get("x-next-cursor", "")
    assert ([len(page) for page in told], cursor) == ([2, 2, 2], "")
    assert [*told[0], *told[1], *told[2]] == [token["id"] for token in whole]
    assert set(told[0]) <= set(made)
    assert call("get-api-tokens", queryStringParameters={"cursor": "x"}).error[0] == "invalid"


def test_a_workspace_is_founded_by_whoever_may_invoke_the_function(call: Call) -> None:
    made = app("access").found(sample("invoke-founding"), None)
    headers = bearer(made["tokens"]["member"])
    assert call("get-api-workspace", headers=headers).json["id"] == made["workspaceId"]
