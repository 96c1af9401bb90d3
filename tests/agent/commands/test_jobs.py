"""`engawa jobs`: list, show, watch, cancel, retry."""

import json

import pytest

from tests.agent.fake_server import Answer, FakeServer, error
from tests.agent.makers import JOB_ID, MEMBER_TOKEN, a_head, outcome

LIST, GET = "GET /api/ai/jobs", f"GET /api/ai/jobs/{JOB_ID}"
CANCEL, RETRY = f"POST /api/ai/jobs/{JOB_ID}/cancel", f"POST /api/ai/jobs/{JOB_ID}/retry"


@pytest.fixture(autouse=True)
def logged_in(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGAWA_URL", server.url)
    monkeypatch.setenv("ENGAWA_TOKEN", MEMBER_TOKEN)


def test_a_list_is_one_line_for_each(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    failed = a_head("failed", error="The model\nis full.").body
    server.on(LIST, Answer(200, [failed, a_head("pending", waitingFor="agent").body]))
    code, out, _ = outcome(capsys, "jobs", "list", "--limit", "2")
    first, second = out.splitlines()
    assert (code, first.split()[0], second.split()[0]) == (0, "failed", "pending")
    assert first.endswith("The model is full.")
    assert second.endswith("waits for an agent")


def test_a_status_picks_from_the_newest(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.on(LIST, Answer(200, [a_head("done").body, a_head("failed").body]))
    code, out, _ = outcome(capsys, "jobs", "list", "--status", "failed", "--limit", "2")
    assert (code, [line.split()[0] for line in out.splitlines()]) == (0, ["failed"])
    assert server.seen[0].query == "limit=2"
    _, out, _ = outcome(capsys, "jobs", "list", "--status", "failed", "--json")
    assert [job["status"] for job in json.loads(out)["jobs"]] == ["failed"]


@pytest.mark.parametrize(("limit", "more"), [("1", " --limit N looks at more."), ("9", "")])
def test_a_filter_that_hides_all_is_said(
    server: FakeServer, capsys: pytest.CaptureFixture[str], limit: str, more: str
) -> None:
    server.on(LIST, Answer(200, [a_head("done").body]))
    _, out, _ = outcome(capsys, "jobs", "list", "--status", "failed", "--limit", limit)
    assert out == f"None of the newest 1 jobs is failed.{more}\n"


def test_an_empty_list_says_what_to_do_next(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.on(LIST, Answer(200, []))
    assert "engawa ask" in outcome(capsys, "jobs", "list")[1]


def test_one_job_is_shown_with_its_answer(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.on(GET, a_head("done", result='["a", "b"]', parsed=["a", "b"]))
    code, out, _ = outcome(capsys, "jobs", "show", JOB_ID)
    assert code == 0
    assert out.startswith("done")
    assert out.endswith("\na\nb\n")


def test_a_failed_job_is_shown_with_its_attempts_and_error(
    server: FakeServer, capsys: pytest.CaptureFixture[str]
) -> None:
    server.on(GET, a_head("failed", attempts={"lost": 2, "failed": 1, "released": 0}, error="Lost.", errorCode="lost"))
    _, out, _ = outcome(capsys, "jobs", "show", JOB_ID)
    assert "  attempts  2 lost, 1 failed\n  error     Lost. (lost)\n" in out


def test_a_job_that_was_not_waited_for_can_be_watched(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.on(GET, a_head("claimed"), a_head("claimed"), a_head("done", result="- a"))
    assert outcome(capsys, "jobs", "watch", JOB_ID)[:2] == (0, "- a\n")


@pytest.mark.parametrize(("verb", "route", "status"), [("cancel", CANCEL, "cancelled"), ("retry", RETRY, "pending")])
def test_a_job_is_cancelled_and_tried_again(
    server: FakeServer, capsys: pytest.CaptureFixture[str], verb: str, route: str, status: str
) -> None:
    server.on(route, a_head(status))
    code, out, _ = outcome(capsys, "jobs", verb, JOB_ID, "--json")
    document = json.loads(out)
    assert (code, document["schema"], document["job"]["status"]) == (0, 1, status)


def test_what_cannot_be_cancelled_is_said(server: FakeServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.on(CANCEL, error(409, "conflict", "The job has ended: it is done."))
    code, _, err = outcome(capsys, "jobs", "cancel", JOB_ID)
    assert code != 0
    assert "has ended" in err
