"""Follow-ups: a finished job's message or document, once, whatever happens in between."""

from typing import Any

import pytest

from engawa import answers, batch, claims, creation, follow_ups, jobs, nodes, sweep
from engawa.answers import CompleteIn
from engawa.claims import ClaimIn
from engawa.orders import JobIn
from engawa.workspace import Workspace
from makers import BOARD_ID, NOW, SETTINGS, WORKSPACE_ID, a_board, a_node, an_id, later

ROOM = an_id(502)
ME = "token-1"


@pytest.fixture
def room(workspace: Workspace) -> Workspace:
    """A board to talk about, and a room to talk in."""
    a_board(workspace, a_node(1, data={"text": "Price in March"}))
    batch.put_node(workspace, a_node(502, type="chat_room", name="General", parentId=None), NOW)
    return workspace


def a_claimed_job(workspace: Workspace, job_type: str = "chat_reply") -> dict[str, Any]:
    wanted = JobIn(type=job_type, targetId=BOARD_ID, chatRoomId=ROOM, prompt="When?", sourceText="A: in March")
    creation.create(workspace, wanted, NOW, SETTINGS)
    claimed, _ = claims.claim(workspace, ME, ClaimIn(requestId=f"request-{job_type}"), NOW, SETTINGS)
    assert claimed
    return claimed


def deliver(workspace: Workspace, job: dict[str, Any], result: str = "In March.", at: float = 5) -> dict[str, Any]:
    return answers.complete(
        workspace, ME, job["id"], CompleteIn(fence=job["fence"], result=result), later(at), SETTINGS
    )


def deliver_in_vain(workspace: Workspace, job: dict[str, Any]) -> None:
    with pytest.raises(RuntimeError, match="ended here"):
        deliver(workspace, job)


def messages(workspace: Workspace) -> list[dict[str, Any]]:
    return nodes.every(workspace, ROOM)


def crash(*_: Any) -> None:
    raise RuntimeError("the function ended here")


def test_a_reply_becomes_a_message_of_its_room(room: Workspace) -> None:
    job = a_claimed_job(room)
    deliver(room, job)
    (message,) = messages(room)
    assert (message["type"], message["parentId"], message["name"]) == ("message", ROOM, "In March.")
    assert message["data"] == {"author": "ai", "text": "In March.", "jobId": job["id"], "origin": "ai"}


def test_minutes_become_a_document_under_the_workspace(room: Workspace) -> None:
    deliver(room, a_claimed_job(room, "call_minutes"), "# Minutes\n\n- Ship in **May**")
    (document,) = [node for node in nodes.every(room) if node["type"] == "document"]
    assert document["parentId"] == WORKSPACE_ID
    assert [block["type"] for block in document["data"]["content"]] == ["heading", "bulletListItem"]


def test_delivered_twice_it_is_there_once(room: Workspace) -> None:
    job = a_claimed_job(room)
    assert deliver(room, job) == deliver(room, job, "Another answer", at=9)
    assert [message["data"]["text"] for message in messages(room)] == ["In March."]


def test_after_a_crash_between_the_two_writes_the_next_delivery_finishes(
    room: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = a_claimed_job(room)
    with monkeypatch.context() as broken:
        broken.setattr(follow_ups, "_add", crash)
        deliver_in_vain(room, job)
    assert jobs.get(room, job["id"], NOW)["status"] == "done"
    assert messages(room) == []
    deliver(room, job, at=9)
    assert len(messages(room)) == 1


def test_and_where_nobody_delivers_again_the_sweep_does(room: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    job = a_claimed_job(room)
    with monkeypatch.context() as broken:
        broken.setattr(follow_ups, "_add", crash)
        deliver_in_vain(room, job)
    assert sweep.sweep(room.table, later(60), SETTINGS)["settled"] == 1
    assert sweep.sweep(room.table, later(120), SETTINGS)["settled"] == 0
    assert len(messages(room)) == 1


def test_after_a_crash_behind_both_writes_nothing_is_doubled(room: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    job = a_claimed_job(room)
    add = follow_ups._add

    def add_and_crash(*arguments: Any) -> None:
        add(*arguments)
        crash()

    with monkeypatch.context() as broken:
        broken.setattr(follow_ups, "_add", add_and_crash)
        deliver_in_vain(room, job)
    deliver(room, job, at=9)
    assert len(messages(room)) == 1


def test_a_message_that_was_deleted_is_not_written_again(room: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    job = a_claimed_job(room)
    deliver(room, job)
    head = room.get(room.job_key(job["id"])) or {}
    nodes.delete(room, messages(room)[0]["id"], later(6))
    room.put(head | {"followUp": "due", "leaseShard": "LEASE#0", "leaseAt": head["updatedAt"]})
    assert sweep.sweep(room.table, later(60), SETTINGS)["settled"] == 1
    assert messages(room) == []


def test_where_the_room_is_gone_the_answer_stays_with_the_job(room: Workspace) -> None:
    job = a_claimed_job(room)
    nodes.delete(room, ROOM, later(1))
    assert deliver(room, job)["result"] == "In March."
    assert sweep.sweep(room.table, later(60), SETTINGS)["settled"] == 0


def test_a_failed_job_has_no_follow_up(room: Workspace) -> None:
    job = a_claimed_job(room)
    answers.complete(room, ME, job["id"], CompleteIn(fence=1, error="out of quota"), later(5), SETTINGS)
    assert messages(room) == []


def test_a_very_long_answer_still_fits_its_message(room: Workspace) -> None:
    done = deliver(room, a_claimed_job(room), "価" * 90_000)
    assert len(done["result"]) == 90_000
    assert messages(room)[0]["data"]["text"].endswith("…(truncated)")


def test_where_the_room_is_too_deep_the_answer_stays_with_the_job(room: Workspace) -> None:
    job = a_claimed_job(room)
    deep = room.get(room.node_key(ROOM)) or {}
    room.put(deep | {"depth": 64})
    assert deliver(room, job)["status"] == "done"
    assert messages(room) == []
    assert sweep.sweep(room.table, later(60), SETTINGS)["settled"] == 0
