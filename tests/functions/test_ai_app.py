"""/api/contexts, /api/ai and /api/agent together: the path of one job."""

from base64 import b64encode
from typing import Any

import pytest

from engawa import api
from engawa.settings import Settings

from .conftest import Call

BOARD = "7c2a8b65-1a4f-4d6a-8d9f-4e3a1d2bafaa"


@pytest.fixture
def board(call: Call) -> Call:
    call("post-api-nodes-batch")
    return call


def on(job: dict[str, Any], verb: str) -> str:
    return f"/api/agent/jobs/{job['id']}/{verb}"


def test_a_context_is_shown_without_sending_it(board: Call) -> None:
    shown = board("post-api-contexts").json
    assert shown["text"].startswith("# Board: Launch (2 items)\n")
    assert '- "Price in March" → [then] "Ask the support desk"' in shown["text"]
    assert shown["units"] == len(shown["text"])


def test_a_context_speaks_japanese_unless_told_otherwise(board: Call) -> None:
    assert "[付箋:yellow]" in board("post-api-contexts", body={"kind": "board", "targetId": BOARD}).json["text"]


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"kind": "poem", "targetId": BOARD}, 400, "kind"),
        ({"kind": "board"}, 400, "targetId"),
        ({"kind": "board", "targetId": BOARD, "maxChars": -1}, 400, "maxChars"),
        ({"kind": "board", "targetId": BOARD, "locale": "fr"}, 400, "locale"),
        ({"kind": "board", "targetId": "11111111-1111-4111-8111-111111111111"}, 404, ""),
    ],
)
def test_a_context_that_cannot_be_built_says_why(board: Call, body: Any, status: int, field: str) -> None:
    reply = board("post-api-contexts", body=body)
    assert reply.status == status
    assert reply.error[1].startswith(field)


def test_a_job_goes_all_the_way(board: Call) -> None:
    created = board("post-api-ai-jobs").json
    assert (created["status"], created["payload"]["prompt"]) == ("pending", "3 ways to launch earlier")
    board("post-api-agent-heartbeat")
    claimed = board("post-api-agent-jobs-claim").json
    assert (claimed["id"], claimed["fence"]) == (created["id"], 1)
    assert board("post-api-agent-jobs-id-renew", path=on(claimed, "renew")).json["cancelRequested"] is False
    done = board("post-api-agent-jobs-id-complete", path=on(claimed, "complete")).json
    assert done["parsed"] == ["Open the beta", "Ship the FAQ first", "Drop one colour"]
    assert board("get-api-ai-jobs-id", path=f"/api/ai/jobs/{created['id']}").json["status"] == "done"


def test_the_agent_that_exists_is_served(board: Call) -> None:
    board("post-api-agent-heartbeat", body={"runners": [{"id": "copilot-cli", "label": "Copilot CLI"}]})
    assert board("post-api-agent-jobs-claim", body=None).status == 204
    board("post-api-ai-jobs")
    job = board("post-api-agent-jobs-claim", body=None).json
    done = board("post-api-agent-jobs-id-complete", path=on(job, "complete"), body={"result": '["a","b","c"]'})
    late = board("post-api-agent-jobs-id-complete", path=on(job, "complete"), body={"error": "complete failed: 500"})
    assert (done.json["status"], late.status, late.json["result"]) == ("done", 200, '["a","b","c"]')


def test_a_claim_of_nothing_says_when_to_come_again(board: Call) -> None:
    reply = board("post-api-agent-jobs-claim")
    assert (reply.status, reply.text) == (204, None)
    assert int(reply.headers["x-poll-after-ms"]) > 0


def test_a_released_job_waits_again(board: Call) -> None:
    board("post-api-ai-jobs")
    job = board("post-api-agent-jobs-claim").json
    assert board("post-api-agent-jobs-id-release", path=on(job, "release")).json["status"] == "pending"


def test_a_stale_fence_is_a_409_of_its_own(board: Call) -> None:
    board("post-api-ai-jobs")
    job = board("post-api-agent-jobs-claim").json
    reply = board("post-api-agent-jobs-id-renew", path=on(job, "renew"), body={"fence": 7})
    assert (reply.status, reply.error[0]) == (409, "stale_claim")


def test_the_status_tells_who_is_there(board: Call) -> None:
    before = board("get-api-ai-status").json
    assert (before["agent"], before["lastSeenAt"], before["runners"]) == ("offline", None, [])
    board("post-api-agent-heartbeat")
    after = board("get-api-ai-status").json
    assert (after["agent"], after["runners"]) == ("online", [{"id": "ollama", "label": "Ollama qwen3:8b"}])


def test_the_job_types_say_what_they_need(call: Call) -> None:
    described = {row["type"]: row for row in call("get-api-ai-job-types").json}
    assert described["brainstorm"]["needs"] == ["targetId", "prompt"]
    assert described["summarize_board"]["responseFormat"] == "text"


def test_heads_are_listed_newest_first_in_pages(board: Call) -> None:
    made = [board("post-api-ai-jobs").json["id"] for _ in range(3)]
    first = board("get-api-ai-jobs", queryStringParameters={"limit": "2"})
    assert [head["id"] for head in first.json] == made[:0:-1]
    assert first.json[0]["context"] is None
    rest = board("get-api-ai-jobs", queryStringParameters={"limit": "2", "cursor": first.headers["x-next-cursor"]})
    assert [head["id"] for head in rest.json] == made[:1]
    assert "x-next-cursor" not in rest.headers


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"targetId": BOARD}, "type"),
        ({"type": "poem", "targetId": BOARD}, "type"),
        ({"type": "summarize_board"}, "targetId"),
        ({"type": "brainstorm", "targetId": BOARD}, "prompt"),
        ({"type": "brainstorm", "targetId": BOARD, "prompt": "x" * 16_001}, "prompt"),
        ({"type": "brainstorm", "targetId": BOARD, "prompt": 7}, "prompt"),
        ({"type": "summarize_board", "targetId": "x"}, "targetId"),
    ],
)
def test_a_job_that_cannot_be_done_is_refused_by_name(board: Call, body: Any, field: str) -> None:
    reply = board("post-api-ai-jobs", body=body)
    assert (reply.status, reply.error[0]) == (400, "invalid")
    assert reply.error[1].startswith(field)
    assert board("get-api-ai-jobs").json == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"runners": "ollama"}, "runners"),
        ({"runners": [{"label": "no id"}]}, "runners[0].id"),
        ({"agentId": ""}, "agentId"),
    ],
)
def test_a_heartbeat_that_is_wrong_is_refused_by_name(call: Call, body: Any, field: str) -> None:
    assert call("post-api-agent-heartbeat", body=body).error[1].startswith(field)
    assert call("get-api-ai-status").json["agents"] == []


@pytest.mark.parametrize("limit", ["0", "201", "-1", "x", "9" * 5000])
def test_a_limit_that_is_none_is_refused_by_name(call: Call, limit: str) -> None:
    assert call("get-api-ai-jobs", queryStringParameters={"limit": limit}).error[1].startswith("limit")


@pytest.mark.parametrize("body", [{"fence": 10**60}, {"fence": -1}, {"fence": 1, "amount": 10**60}])
def test_a_number_that_is_none_is_refused_by_name(call: Call, body: dict[str, Any]) -> None:
    assert call("post-api-agent-jobs-id-renew", body=body).status == 400


def test_a_job_of_nobody_is_not_found(call: Call) -> None:
    assert call("get-api-ai-jobs-id").status == 404
    assert call("post-api-agent-jobs-id-complete").status == 404


def test_a_limit_of_the_workspace_says_when_to_come_again(board: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "_settings", lambda: Settings(max_open_jobs=1))
    board("post-api-ai-jobs")
    reply = board("post-api-ai-jobs")
    assert (reply.status, reply.error[0], reply.headers["retry-after"]) == (429, "too_many", "15")


LARGE = {"fence": 1, "result": "x" * 300_001}
NOT_UTF8 = {"isBase64Encoded": True, "body": b64encode(b'{"fence": 1, "result": "\xff"}').decode()}


@pytest.mark.parametrize(("changes", "status"), [({"body": LARGE}, 413), (NOT_UTF8, 400), ({"body": b'{"fence'}, 400)])
def test_an_answer_that_cannot_be_taken_leaves_the_job_as_it_was(
    board: Call, changes: dict[str, Any], status: int
) -> None:
    created = board("post-api-ai-jobs").json
    claimed = board("post-api-agent-jobs-claim").json
    before = board("get-api-ai-jobs-id", path=f"/api/ai/jobs/{created['id']}").text
    text = {key: value.decode() if isinstance(value, bytes) else value for key, value in changes.items()}
    reply = board("post-api-agent-jobs-id-complete", path=on(claimed, "complete"), **text)
    assert (reply.status, reply.json["error"]["message"] != "") == (status, True)
    assert board("get-api-ai-jobs-id", path=f"/api/ai/jobs/{created['id']}").text == before
    assert board("post-api-agent-jobs-id-release", path=on(claimed, "release")).json["status"] == "pending"


def test_half_a_surrogate_pair_in_an_answer_becomes_a_mark(board: Call) -> None:
    board("post-api-ai-jobs")
    claimed = board("post-api-agent-jobs-claim").json
    body = '{"fence": 1, "result": "a\\ud83d"}'
    done = board("post-api-agent-jobs-id-complete", path=on(claimed, "complete"), body=body)
    assert (done.status, done.json["result"]) == (200, "a\ufffd")


@pytest.mark.parametrize("fence", [True, 1.5, "1", 10**60, -1])
def test_a_fence_is_a_whole_number_that_was_given_out(board: Call, fence: Any) -> None:
    board("post-api-ai-jobs")
    claimed = board("post-api-agent-jobs-claim").json
    for verb in ("complete", "renew", "release"):
        body = {"fence": fence, **({"result": "- x"} if verb == "complete" else {})}
        reply = board(f"post-api-agent-jobs-id-{verb}", path=on(claimed, verb), body=body)
        assert (reply.status, reply.error[1].startswith("fence")) == (400, True)
