"""Every kind of call that writes about a job: what comes before it, and the call."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engawa import agents, answers, batch, claims, control, creation, endings, idempotency, jobs, leases, nodes, sweep
from engawa.agents import HeartbeatIn, Runner
from engawa.answers import CompleteIn
from engawa.claims import ClaimIn
from engawa.leases import ReleaseIn, RenewIn
from engawa.orders import JobIn
from engawa.settings import Settings
from engawa.workspace import Workspace
from makers import BOARD_ID, NOW, SETTINGS, a_board, a_node, an_id, later

ME, OTHER, ROOM = "agent-1", "agent-2", an_id(502)
ORDER = JobIn(type="summarize_board", targetId=BOARD_ID)
REPLY = JobIn(type="chat_reply", targetId=BOARD_ID, chatRoomId=ROOM, prompt="When?")
MOCKED = Settings(mock_mode=True)
MAY_PASS: dict[str, Any] = {"error": "no answer", "retryable": True}
JobId = str


@dataclass(frozen=True)
class Kind:
    """`before` brings a workspace that has a board to where the call belongs, and names the job. The call makes
    `writes` writes; `again` says whether its caller can repeat it and be known again.
    """

    name: str
    before: Callable[[Workspace], JobId]
    call: Callable[[Workspace, JobId], Any]
    writes: int
    again: bool = True


def a_team(workspace: Workspace) -> Workspace:
    """It has a board to work on, and a room to talk in."""
    nodes.found(workspace, "Aoki's team", NOW)
    a_board(workspace, a_node(1, data={"text": "Price in March"}))
    batch.put_node(workspace, a_node(502, type="chat_room", name="General", parentId=None), NOW)
    return workspace


def nothing(workspace: Workspace) -> JobId:
    return ""


def key_of_yesterday(workspace: Workspace) -> JobId:
    return idempotency.job_for(workspace, "key-1", REPLY, later(-90_000))


def waiting(workspace: Workspace, order: JobIn = ORDER) -> JobId:
    return str(creation.create(workspace, order, NOW, SETTINGS)["id"])


def running(workspace: Workspace, order: JobIn = ORDER, times: int = 1) -> JobId:
    """Claimed by ME, as often as it takes: each time but the last it was lost."""
    waiting(workspace, order)
    for number in range(1, times + 1):
        job, _ = claims.claim(workspace, ME, ClaimIn(requestId=f"request-{number}"), later(61 * number), SETTINGS)
    assert job
    return str(job["id"])


def running_for_the_last_time(workspace: Workspace) -> JobId:
    return running(workspace, times=3)


def running_to_be_cancelled(workspace: Workspace) -> JobId:
    job_id = running(workspace)
    control.cancel(workspace, job_id, later(62), SETTINGS)
    return job_id


def replying(workspace: Workspace) -> JobId:
    return running(workspace, REPLY)


def failed(workspace: Workspace) -> JobId:
    job_id = running(workspace)
    deliver(error="out of quota")(workspace, job_id)
    return job_id


def replied_without_a_message(workspace: Workspace) -> JobId:
    """As if the function had ended between the answer and what follows from it."""
    job_id = replying(workspace)
    head = jobs.head_of(workspace, job_id)
    workspace.put(jobs.result_item(workspace, head, "In March.", (None, None), 9_999_999_999))
    step = endings.complete(head, ME, head["fence"], {}, True, later(63), SETTINGS)
    assert workspace.update(workspace.job_key(job_id), step).done
    return job_id


def create(order: JobIn = ORDER, key: str | None = None, settings: Settings = SETTINGS) -> Any:
    return lambda workspace, _: creation.create(workspace, order, later(64), settings, key)


def claim(agent: str, request: str | None, at: float = 64) -> Any:
    wanted = ClaimIn(requestId=request, runners=[Runner(id="ollama")])
    return lambda workspace, _: claims.claim(workspace, agent, wanted, later(at), SETTINGS)[0]


def heartbeat(workspace: Workspace, _: JobId) -> Any:
    return agents.heartbeat(workspace, ME, HeartbeatIn(runners=[Runner(id="ollama")]), later(64))


def renew(workspace: Workspace, job_id: JobId) -> Any:
    return leases.renew(workspace, ME, job_id, RenewIn(fence=1, phase="writing", amount=7), later(64), SETTINGS)


def deliver(fence: int = 1, **body: Any) -> Any:
    answer = CompleteIn(fence=fence, **body)
    return lambda workspace, job_id: answers.complete(workspace, ME, job_id, answer, later(64), SETTINGS)


def release(workspace: Workspace, job_id: JobId) -> Any:
    return leases.release(workspace, ME, job_id, ReleaseIn(fence=1), later(64), SETTINGS)


def cancel(workspace: Workspace, job_id: JobId) -> Any:
    return control.cancel(workspace, job_id, later(64), SETTINGS)


def retry(workspace: Workspace, job_id: JobId) -> Any:
    return control.retry(workspace, job_id, later(65), SETTINGS)


def swept(at: float) -> Any:
    def call(workspace: Workspace, _: JobId) -> None:
        """What the sweep counts is for the log: a repeated write of its own counts for nothing there."""
        sweep.sweep(workspace.table, later(at), SETTINGS)

    return call


KINDS = [
    Kind("creation", nothing, create(), 2, again=False),
    Kind("creation-with-a-key", nothing, create(key="key-1"), 3),
    Kind("creation-with-a-key-of-yesterday", key_of_yesterday, create(key="key-1"), 4),
    Kind("creation-answered-by-mock", nothing, create(REPLY, "key-1", MOCKED), 6),
    Kind("claim", waiting, claim(ME, "request-1"), 2),
    Kind("claim-of-the-older-agent", waiting, claim(ME, None), 2, again=False),
    Kind("claim-of-a-lapsed-job", running, claim(OTHER, "request-9", at=125), 2),
    Kind("claim-that-finds-the-last-loss", running_for_the_last_time, claim(OTHER, "request-9", at=250), 2),
    Kind("heartbeat", nothing, heartbeat, 1),
    Kind("renewal", running, renew, 1),
    Kind("result", running, deliver(result="- done"), 2),
    Kind("result-of-a-job-to-be-cancelled", running_to_be_cancelled, deliver(result="- done"), 2),
    Kind("reply-in-a-chat", replying, deliver(result="In March."), 4),
    Kind("error", running, deliver(error="out of quota"), 1),
    Kind("error-that-may-pass", running, deliver(**MAY_PASS), 1),
    Kind("last-error-that-may-pass", running_for_the_last_time, deliver(3, **MAY_PASS), 1),
    Kind("error-of-a-job-to-be-cancelled", running_to_be_cancelled, deliver(**MAY_PASS), 1),
    Kind("release", running, release, 1),
    Kind("release-of-a-job-to-be-cancelled", running_to_be_cancelled, release, 1),
    Kind("cancel-of-a-waiting-job", waiting, cancel, 1),
    Kind("cancel-of-a-running-job", running, cancel, 1),
    Kind("retry", failed, retry, 2),
    Kind("sweep-of-a-lapsed-job", running, swept(125), 1),
    Kind("sweep-of-the-last-loss", running_for_the_last_time, swept(250), 1),
    Kind("sweep-of-a-lapsed-job-to-be-cancelled", running_to_be_cancelled, swept(125), 1),
    Kind("sweep-of-an-expired-job", waiting, swept(86_500), 1),
    Kind("sweep-of-a-reply-without-its-message", replied_without_a_message, swept(64), 2),
]
