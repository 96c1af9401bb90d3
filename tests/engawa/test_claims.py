"""Claims, leases and answers as the table carries them out, on moto."""

import json
from typing import Any

import pytest

from engawa import agents, answers, batch, claims, control, creation, ids, jobs, leases, sweep
from engawa.agents import HeartbeatIn, Runner
from engawa.answers import CompleteIn
from engawa.attributes import size
from engawa.claims import ClaimIn
from engawa.errors import Invalid, NotFound, StaleClaim, TooLarge
from engawa.leases import ReleaseIn, RenewIn
from engawa.line import Line
from engawa.orders import JobIn, Submitter
from engawa.settings import Settings
from engawa.workspace import Workspace
from makers import BOARD_ID, NOW, SETTINGS, a_board, a_job, a_node, an_id, later

ME, OTHER = "token-1", "token-2"


def claim(workspace: Workspace, agent: str = ME, request: str | None = "request-1", at: float = 0) -> Any:
    return claims.claim(workspace, agent, ClaimIn(requestId=request), later(at), SETTINGS)[0]


def complete(workspace: Workspace, job: dict[str, Any], agent: str = ME, at: float = 9, **body: Any) -> Any:
    given = CompleteIn(**{"fence": job.get("fence"), "result": "- done", **body})
    return answers.complete(workspace, agent, job["id"], given, later(at), SETTINGS)


def test_a_claim_brings_all_that_an_engine_needs(workspace: Workspace) -> None:
    created = a_job(workspace, locale="en")
    job = claim(workspace)
    assert job["id"] == created["id"]
    assert (job["fence"], job["leaseSeconds"], job["renewSeconds"]) == (1, 60, 20)
    assert "Price in March" in job["context"]
    assert job["payload"]["instruction"].startswith("You are")


def test_with_nothing_to_do_there_is_no_job(workspace: Workspace) -> None:
    assert claim(workspace) is None


def test_a_claimed_job_is_not_claimed_again(workspace: Workspace) -> None:
    a_job(workspace)
    claim(workspace)
    assert claim(workspace, OTHER, "request-2") is None


def test_a_repeated_request_gets_the_same_claim(workspace: Workspace) -> None:
    a_job(workspace)
    a_job(workspace, now=later(1))
    first, again = claim(workspace, at=2), claim(workspace, at=3)
    assert (first["id"], first["fence"]) == (again["id"], again["fence"])
    assert claim(workspace, OTHER, "request-2", at=4)["id"] != first["id"]


def test_a_request_id_of_another_agent_is_nothing_special(workspace: Workspace) -> None:
    a_job(workspace)
    claim(workspace)
    assert claim(workspace, OTHER, "request-1") is None


def test_a_lapsed_job_is_claimed_by_the_next_who_asks(workspace: Workspace) -> None:
    a_job(workspace)
    first = claim(workspace)
    second = claim(workspace, OTHER, "request-2", at=61)
    assert (second["id"], second["fence"], second["attempt"]) == (first["id"], 2, 2)
    with pytest.raises(StaleClaim):
        complete(workspace, first, at=62)


def test_a_renewed_job_is_not(workspace: Workspace) -> None:
    a_job(workspace)
    job = claim(workspace)
    leases.renew(workspace, ME, job["id"], RenewIn(fence=1, phase="writing", amount=7), later(50), SETTINGS)
    assert claim(workspace, OTHER, "request-2", at=70) is None
    assert jobs.get(workspace, job["id"], NOW)["amount"] == 7


def test_renewing_with_a_stale_fence_is_refused(workspace: Workspace) -> None:
    a_job(workspace)
    job = claim(workspace)
    claim(workspace, OTHER, "request-2", at=61)
    with pytest.raises(StaleClaim):
        leases.renew(workspace, ME, job["id"], RenewIn(fence=1), later(62), SETTINGS)
    with pytest.raises(NotFound):
        leases.renew(workspace, ME, BOARD_ID, RenewIn(fence=1), later(62), SETTINGS)


def test_a_delivery_is_taken_once_however_often_it_comes(workspace: Workspace) -> None:
    a_job(workspace)
    job = claim(workspace)
    first = complete(workspace, job, result="- one")
    again = complete(workspace, job, result="- two", at=20)
    assert first == again
    assert (again["status"], again["result"]) == ("done", "- one")


def test_how_an_answer_came_about_is_kept_with_it(workspace: Workspace) -> None:
    a_job(workspace)
    told = {"inputTokens": 20, "thinned": {"leftOut": 3}, "pace": 1.5}
    assert complete(workspace, claim(workspace), trace=told)["trace"] == told


def test_what_is_too_much_of_it_is_not_kept_and_costs_no_answer(workspace: Workspace) -> None:
    a_job(workspace)
    done = complete(workspace, claim(workspace), trace={"much": "x" * answers.MAX_TRACE_BYTES})
    assert (done["status"], done["result"], done["trace"]) == ("done", "- done", None)


def test_a_late_error_never_overwrites_a_result(workspace: Workspace) -> None:
    a_job(workspace)
    job = claim(workspace, request=None)
    complete(workspace, {"id": job["id"]}, result="- one")
    late = complete(workspace, {"id": job["id"]}, result=None, error="complete failed: 500", at=20)
    assert (late["status"], late["result"], late["error"]) == ("done", "- one", None)


def test_an_error_fails_the_job(workspace: Workspace) -> None:
    a_job(workspace)
    failed = complete(workspace, claim(workspace), result=None, error="out of quota")
    assert (failed["status"], failed["error"], failed["errorCode"]) == ("failed", "out of quota", "engine_failed")


def test_an_error_that_may_pass_sends_the_job_back_until_the_attempts_are_used_up(workspace: Workspace) -> None:
    a_job(workspace)
    for attempt in (1, 2, 3):
        job = claim(workspace, request=f"request-{attempt}", at=attempt * 1000)
        after = complete(workspace, job, at=attempt * 1000 + 1, result=None, error="no answer", retryable=True)
        assert after["status"] == ("pending" if attempt < 3 else "failed")


@pytest.mark.parametrize("body", [{"result": None}, {"result": "a", "error": "b"}])
def test_exactly_one_of_result_and_error(workspace: Workspace, body: dict[str, Any]) -> None:
    a_job(workspace)
    with pytest.raises(Invalid, match="result"):
        complete(workspace, claim(workspace), **body)


def test_an_answer_that_is_too_large_leaves_the_job_to_its_agent(workspace: Workspace) -> None:
    a_job(workspace)
    job = claim(workspace)
    with pytest.raises(TooLarge, match="result"):
        complete(workspace, job, result="あ" * 100_001)
    assert complete(workspace, job, result="- ok")["status"] == "done"


def test_an_answer_for_a_job_of_another_agent_is_refused_and_changes_nothing(workspace: Workspace) -> None:
    a_job(workspace)
    job = claim(workspace)
    before = jobs.head_of(workspace, job["id"])
    for fence in (job["fence"], None):
        with pytest.raises(NotFound):
            complete(workspace, {"id": job["id"], "fence": fence}, agent=OTHER)
    assert jobs.head_of(workspace, job["id"]) == before
    with pytest.raises(NotFound):
        complete(workspace, {"id": BOARD_ID, "fence": 1})


def test_a_json_answer_is_checked(workspace: Workspace) -> None:
    a_job(workspace, type="brainstorm", prompt="2 ideas")
    good = complete(workspace, claim(workspace), result='Sure: ["a", "b"]')
    assert (good["parsed"], good["parseError"], good["result"]) == (["a", "b"], None, 'Sure: ["a", "b"]')


@pytest.mark.parametrize("result", ['["a"]', '["a", 7]', '{"a": 1}', "[" * 5000, ""])
def test_a_json_answer_that_is_wrong_is_kept_and_said(workspace: Workspace, result: str) -> None:
    a_job(workspace, type="brainstorm", prompt="2 ideas")
    after = complete(workspace, claim(workspace), result=result)
    assert (after["status"], after["parsed"], after["result"]) == ("done", None, result)
    assert after["parseError"]


def test_half_a_surrogate_pair_in_an_answer_never_reaches_the_wire(workspace: Workspace) -> None:
    a_job(workspace, type="brainstorm", prompt="2 ideas")
    done = complete(workspace, claim(workspace), result=r'["\ud83d", "\ud83d\ude80"]')
    assert (done["status"], done["parsed"]) == ("done", None)
    assert done["parseError"]


def test_a_bulleted_list_will_do_for_ideas(workspace: Workspace) -> None:
    a_job(workspace, type="brainstorm", prompt="2 ideas")
    assert complete(workspace, claim(workspace), result="- one\n- two")["parsed"] == ["one", "two"]


def test_a_released_job_can_be_claimed_at_once(workspace: Workspace) -> None:
    a_job(workspace)
    job = claim(workspace)
    leases.release(workspace, ME, job["id"], ReleaseIn(fence=1), later(5), SETTINGS)
    again = claim(workspace, OTHER, "request-2", at=6)
    assert (again["fence"], again["attempt"]) == (2, 1)


def test_a_job_goes_to_an_agent_that_has_its_engine(workspace: Workspace) -> None:
    a_job(workspace, runner="ollama")
    news = HeartbeatIn(runners=[Runner(id="ollama", label="Ollama")])
    agents.seen(workspace, OTHER, news, NOW)
    assert claim(workspace) is None
    assert claim(workspace, OTHER, "request-2") is not None


def test_an_engine_that_nobody_has_is_no_reason_to_wait(workspace: Workspace) -> None:
    a_job(workspace, runner="ollama")
    assert claim(workspace) is not None


def test_the_sweep_gives_lost_jobs_back_and_ends_what_nobody_took(workspace: Workspace) -> None:
    a_job(workspace)
    claim(workspace)
    assert sweep.sweep(workspace.table, later(30), SETTINGS)["requeued"] == 0
    assert sweep.sweep(workspace.table, later(61), SETTINGS)["requeued"] == 1
    assert sweep.sweep(workspace.table, later(86_500), SETTINGS)["expired"] == 1


def test_the_sweep_leaves_a_renewed_job_alone(workspace: Workspace) -> None:
    a_job(workspace)
    job = claim(workspace)
    leases.renew(workspace, ME, job["id"], RenewIn(fence=1), later(50), SETTINGS)
    assert sweep.sweep(workspace.table, later(100), SETTINGS)["requeued"] == 0


def test_the_sweep_spares_an_agent_that_only_sends_heartbeats(workspace: Workspace) -> None:
    a_job(workspace)
    claim(workspace, request=None)
    agents.seen(workspace, ME, HeartbeatIn(runners=[]), later(60))
    assert sweep.sweep(workspace.table, later(120), SETTINGS)["requeued"] == 0
    assert sweep.sweep(workspace.table, later(151), SETTINGS)["requeued"] == 1


def test_a_job_lost_three_times_has_failed(workspace: Workspace) -> None:
    job = a_job(workspace)
    for attempt in (1, 2, 3):
        claim(workspace, request=f"request-{attempt}", at=attempt * 100)
    assert sweep.sweep(workspace.table, later(400), SETTINGS)["lost"] == 1
    assert jobs.get(workspace, job["id"], NOW)["errorCode"] == "lost"


def test_an_agent_that_asks_finds_the_last_loss_too(workspace: Workspace) -> None:
    job = a_job(workspace)
    for attempt in (1, 2, 3, 4):
        last = claim(workspace, request=f"request-{attempt}", at=attempt * 100)
    assert last is None
    assert jobs.get(workspace, job["id"], NOW)["status"] == "failed"


def test_mock_mode_answers_while_nobody_is_online(workspace: Workspace) -> None:
    mocked = Settings(mock_mode=True)
    done = a_job(workspace, settings=mocked)
    assert (done["status"], done["engine"]) == ("done", "mock")
    assert "Price in March" in done["result"]
    agents.seen(workspace, ME, HeartbeatIn(runners=[]), NOW)
    assert a_job(workspace, settings=mocked)["status"] == "pending"


def test_a_late_error_does_not_lose_a_result_whose_head_has_not_ended(workspace: Workspace) -> None:
    a_job(workspace)
    job = claim(workspace, request=None)
    head = jobs.head_of(workspace, job["id"])
    workspace.put(jobs.result_item(workspace, head, "- good", (None, None), 9_999_999_999))
    after = complete(workspace, {"id": job["id"]}, result=None, error="complete failed: 500")
    assert (after["status"], after["result"]) == ("done", "- good")


def test_giving_back_twice_is_answered_twice(workspace: Workspace) -> None:
    a_job(workspace)
    job = claim(workspace)
    for _ in range(2):
        assert leases.release(workspace, ME, job["id"], ReleaseIn(fence=1), later(5), SETTINGS)["status"] == "pending"
    with pytest.raises(NotFound):
        leases.release(workspace, OTHER, job["id"], ReleaseIn(fence=1), later(5), SETTINGS)


def test_an_error_that_may_pass_is_answered_twice_and_counted_once(workspace: Workspace) -> None:
    a_job(workspace)
    job = claim(workspace)
    for _ in range(2):
        after = complete(workspace, job, result=None, error="no answer", retryable=True)
        assert (after["status"], after["attempt"]) == ("pending", 1)


def test_jobs_that_this_agent_cannot_serve_do_not_hide_one_that_it_can(workspace: Workspace) -> None:
    agents.seen(workspace, OTHER, HeartbeatIn(runners=[Runner(id="ollama", label="Ollama")]), NOW)
    template = jobs.head_of(workspace, a_job(workspace, runner="ollama")["id"])
    for number in range(150):
        some = ids.in_order(later(number / 100))
        workspace.put(template | workspace.job_key(some) | {"id": some, "due": f"{template['visibleAt']}#{some}"})
    free = a_job(workspace, now=later(2), settings=Settings(max_creations_a_minute=0))
    assert claim(workspace, at=3)["id"] == free["id"]


def test_in_a_long_line_a_repeated_request_still_finds_its_claim(workspace: Workspace) -> None:
    template = jobs.head_of(workspace, a_job(workspace)["id"])
    first = claim(workspace)
    for number in range(150):
        some = ids.in_order(later(number / 100))
        workspace.put(template | workspace.job_key(some) | {"id": some, "due": f"{template['visibleAt']}#{some}"})
    assert claim(workspace, at=3)["id"] == first["id"]


def test_a_claim_keeps_the_engines_that_a_heartbeat_announced(workspace: Workspace) -> None:
    agents.seen(workspace, ME, HeartbeatIn(runners=[Runner(id="ollama", label="Ollama")]), NOW)
    claim(workspace, at=40)
    assert agents.offered(agents.online(workspace, later(41))) == [{"id": "ollama", "label": "Ollama"}]


def test_a_head_does_not_grow_with_every_release(workspace: Workspace) -> None:
    created = a_job(workspace)
    for number in range(20):
        job = claim(workspace, request=f"request-{number}", at=number)
        leases.release(workspace, ME, job["id"], ReleaseIn(fence=job["fence"]), later(number), SETTINGS)
    assert size(jobs.head_of(workspace, created["id"])) < 1024


def test_one_job_that_cannot_be_swept_does_not_stop_the_others(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    poison = a_job(workspace)
    claim(workspace)
    a_job(workspace)
    claim(workspace, request="request-2")
    step = sweep._step

    def stumble(space: Workspace, head: Any, *rest: Any) -> Any:
        return step(space, head, *rest) if head["id"] != poison["id"] else 1 / 0

    monkeypatch.setattr(sweep, "_step", stumble)
    counts = sweep.sweep(workspace.table, later(61), SETTINGS)
    assert (counts["requeued"], counts["failed"]) == (1, 1)


def test_a_checked_answer_that_does_not_fit_beside_the_raw_one_is_left_out_and_said(workspace: Workspace) -> None:
    batch.put_node(workspace, a_node(7, type="project", parentId=None), NOW)
    order = JobIn(type="extract_decisions", targetId=an_id(7))
    creation.create(workspace, order, NOW, SETTINGS)
    result = json.dumps({"decisions": ["x" * 480] * 500, "openQuestions": []})
    done = complete(workspace, claim(workspace), result=result)
    assert (done["status"], done["parsed"], done["result"]) == ("done", None, result)
    assert "too large" in done["parseError"]


def test_a_board_of_any_size_can_be_organized(workspace: Workspace) -> None:
    a_board(workspace, *(a_node(n, data={"text": "x" * 150}) for n in range(1, 99)))
    job = creation.create(workspace, JobIn(type="organize_board", targetId=BOARD_ID), NOW, SETTINGS)
    shown = job["context"].count("\n- (")
    assert 0 < shown < 98
    assert len(job["payload"]["legend"]) == shown


def test_the_same_call_twice_at_once_tries_the_same_job_first(workspace: Workspace) -> None:
    for number in range(9):
        a_job(workspace, now=later(number))
    orders = [Line(workspace, {}, later(10), "request-1").look(60).in_order("request-1") for _ in range(2)]
    assert orders[0] == orders[1]
    assert Line(workspace, {}, later(10), "request-2").look(60).in_order("request-2") != orders[0]


def test_a_job_nobody_took_in_time_is_ended_by_the_one_who_asks(workspace: Workspace) -> None:
    job = a_job(workspace)
    assert claim(workspace, at=86_401) is None
    assert jobs.get(workspace, job["id"], NOW)["errorCode"] == "expired"


def test_a_lapsed_job_that_was_to_be_cancelled_ends_so_when_somebody_asks(workspace: Workspace) -> None:
    a_job(workspace)
    job = claim(workspace)
    control.cancel(workspace, job["id"], later(30), SETTINGS)
    assert claim(workspace, OTHER, "request-2", at=61) is None
    assert jobs.get(workspace, job["id"], NOW)["status"] == "cancelled"


def test_a_busy_engine_leaves_jobs_that_name_it_in_the_line(workspace: Workspace) -> None:
    a_job(workspace, runner="ollama")
    runners = [Runner(id="ollama"), Runner(id="embedded")]
    wanted = ClaimIn(requestId="request-1", runners=runners, busy=["ollama"])
    assert claims.claim(workspace, ME, wanted, NOW, SETTINGS)[0] is None
    free = a_job(workspace, now=later(1))
    got, _ = claims.claim(workspace, ME, wanted, later(2), SETTINGS)
    assert got is not None
    assert got["id"] == free["id"]


def test_a_job_that_an_agent_declined_goes_to_others(workspace: Workspace) -> None:
    job = a_job(workspace)
    wanted = ClaimIn(requestId="request-1", declined=[job["id"]])
    assert claims.claim(workspace, ME, wanted, NOW, SETTINGS)[0] is None
    assert claim(workspace, OTHER, "request-2")["id"] == job["id"]


def test_a_job_given_back_says_why(workspace: Workspace) -> None:
    a_job(workspace)
    job = claim(workspace)
    given = ReleaseIn(fence=1, reason="larger than this agent takes")
    assert leases.release(workspace, ME, job["id"], given, later(5), SETTINGS)["releaseReason"] == given.reason


def test_a_job_says_who_ordered_it(workspace: Workspace) -> None:
    a_board(workspace)
    order = JobIn(type="summarize_board", targetId=BOARD_ID)
    creation.create(workspace, order, NOW, SETTINGS, by=Submitter("token-9", "Aoki"))
    assert claim(workspace)["createdBy"] == {"id": "token-9", "name": "Aoki"}
