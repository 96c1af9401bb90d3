"""`engawa ask`: create, wait, print."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import JOB_ID, MEMBER_TOKEN, a_head, outcome

CREATE, GET = "POST /api/ai/jobs", f"GET /api/ai/jobs/{JOB_ID}"


@pytest.fixture(autouse=True)
def logged_in(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGAWA_URL", server.url)
    monkeypatch.setenv("ENGAWA_TOKEN", MEMBER_TOKEN)
    server.on(CREATE, a_head("pending", waitingFor="agent"))


def test_it_waits_and_prints_a_parsed_list_as_lines(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.on(GET, a_head("claimed"), a_head("done", result='["a", "b"]', parsed=["a", "b"]))
    code, out, err = outcome(capsys, "ask", "brainstorm", "--target", "b1", "--prompt", "Two ideas.")
    assert (code, out) == (0, "a\nb\n")
    assert "waiting for an agent" in err
    assert server.asked(CREATE) == [{"type": "brainstorm", "targetId": "b1", "prompt": "Two ideas.", "locale": "en"}]
    assert server.seen[0].headers["idempotency-key"]


def test_every_option_has_its_field(server: FakeServer, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "source.txt").write_text("\ufeffspoken", encoding="utf-8")
    options = ("--node", "n1", "--node", "n2", "--chat-room", "c1", "--locale", "en", "--runner", "mock")
    outcome(capsys, "ask", "x", *options, "--source-file", str(tmp_path / "source.txt"), "--no-wait")
    assert server.asked(CREATE) == [
        {
            "type": "x",
            "nodeIds": ["n1", "n2"],
            "chatRoomId": "c1",
            "sourceText": "spoken",
            "locale": "en",
            "runner": "mock",
        }
    ]


def test_without_waiting_it_prints_the_id(capsys: pytest.CaptureFixture[str]) -> None:
    assert outcome(capsys, "ask", "brainstorm", "--no-wait")[:2] == (0, f"{JOB_ID}\n")


def test_background_and_a_time_are_sent(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    outcome(capsys, "ask", "x", "--background", "--not-before", "2026-12-01T09:00+09:00", "--no-wait")
    (body,) = server.asked(CREATE)
    assert body["background"] is True
    assert datetime.fromisoformat(body["notBefore"]) == datetime(2026, 12, 1, tzinfo=UTC)


def test_what_is_no_time_names_the_flag(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = outcome(capsys, "ask", "x", "--not-before", "tomorrow")
    assert (code, server.seen) == (2, [])
    assert "--not-before" in err


@pytest.mark.parametrize("arguments", [("--no-wait",), ("--timeout", "0")])
def test_what_has_its_time_later_is_said_at_once(
    server: FakeServer, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    server.on(CREATE, a_head("pending", waitingFor="schedule", notBefore="2026-12-05T12:00:00.000000Z"))
    _, _, err = outcome(capsys, "ask", "x", *arguments)
    assert "for its time, 2026-12-0" in err


def test_with_json_stdout_is_the_job(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.on(GET, a_head("done", result="- a"))
    _, out, _ = outcome(capsys, "ask", "summarize_board", "--json")
    document = json.loads(out)
    assert (document["schema"], document["job"]["result"]) == (1, "- a")


@pytest.mark.parametrize("status", ["failed", "cancelled"])
def test_a_job_that_failed_is_exit_1_with_its_error(
    server: FakeServer, capsys: pytest.CaptureFixture[str], status: str
) -> None:
    server.on(GET, a_head(status, error="The model is full.", errorCode="out_of_quota"))
    code, out, err = outcome(capsys, "ask", "brainstorm")
    assert (code, out) == (1, "")
    assert "The model is full." in err
    assert f"E_JOB_{status.upper()}" in err


def test_a_time_out_is_exit_1(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.on(GET, a_head("pending"))
    code, _, err = outcome(capsys, "ask", "brainstorm", "--timeout", "0")
    assert code == 1
    assert "E_TIMEOUT" in err


def test_wrong_input_says_what_the_server_said(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.on(CREATE, error(400, "bad_request", "targetId is missing."))
    code, _, err = outcome(capsys, "ask", "brainstorm")
    assert code == 2
    assert "targetId is missing." in err


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("targetId: is needed.", "--target: is needed."),
        ("nodeIds[3]: is not a UUID.", "--node[3]: is not a UUID."),
        ("notBefore: is more than 30 days ahead.", "--not-before: is more"),
        ("body: is too deep.", "body: is too deep."),
        ("A job of type prompt: no.", "A job of type prompt: no."),
    ],
)
def test_a_refused_field_is_named_as_it_was_typed(
    server: FakeServer, capsys: pytest.CaptureFixture[str], said: str, shown: str
) -> None:
    server.on(CREATE, error(400, "invalid", said))
    code, _, err = outcome(capsys, "ask", "brainstorm")
    assert code == 2
    assert f"said no: {shown}" in err


def test_a_limit_of_the_workspace_is_no_absence(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    full = {"error": {"code": "too_many", "message": "The workspace has 1,000 jobs."}}
    server.on(CREATE, Answer(429, full, {"Retry-After": "15"}))
    code, _, err = outcome(capsys, "ask", "brainstorm")
    assert code == 1
    assert "The workspace has 1,000 jobs. (too_many)\n  Next: Try again in 15 s.\n  Code: E_BUSY" in err


def test_a_source_file_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = outcome(capsys, "ask", "x", "--source-file", str(tmp_path / "none"))
    assert code == 2
    assert "--source-file" in err
