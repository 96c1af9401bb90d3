"""/api/tokens, /api/pairing and /api/socket-ticket, with the files in events/."""

from typing import Any

import pytest

from .conftest import Call, app, sample


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


def test_a_workspace_is_founded_by_whoever_may_invoke_the_function(call: Call) -> None:
    made = app("access").found(sample("invoke-founding"), None)
    headers = bearer(made["tokens"]["member"])
    assert call("get-api-workspace", headers=headers).json["id"] == made["workspaceId"]
