"""The real queue and its model side by side: whatever is done is done to both, and both must come out alike."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from engawa import agents, answers, claims, control, creation, instants, jobs, leases, sweep
from engawa.agents import HeartbeatIn, Runner
from engawa.answers import CompleteIn
from engawa.claims import ClaimIn
from engawa.errors import EngawaError
from engawa.leases import ReleaseIn, RenewIn
from engawa.orders import JobIn
from engawa.settings import Settings
from engawa.workspace import Workspace
from makers import NOW
from queue_model import OK, STALE, Claim, Job, after
from queue_model_line import Line

SETTINGS = Settings(max_creations_a_minute=0)
OFFERS = {"token-1": ("ollama",), "token-2:Aoki's laptop": (), "token-3": ("copilot-cli",)}
OLDER = "token-3"  # never renews, knows no fence, and announces its engines by heartbeats alone
REFUSED = (STALE, "not_found")
OPEN = ("pending", "claimed")


def runners(name: str) -> list[Runner]:
    return [Runner(id=runner) for runner in OFFERS[name]]


def told(call: Callable[[], Any]) -> tuple[str, Any]:
    """How the caller is answered: OK and the answer, or the error's code."""
    try:
        return OK, call()
    except EngawaError as error:
        return error.code, None


class Pair:
    """`sound` is whether both were alike after the last thing that happened."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace, self.line, self.now, self.answers = workspace, Line(), NOW, 0
        self.claims: list[Claim] = []
        self.sound = False

    def pause(self, seconds: float) -> None:
        """Before each thing that happens: no two happen at the same moment."""
        self.sound = False
        self.now = after(self.now, seconds + 0.001)

    def create(self, order: JobIn, visible: datetime, key: str | None = None) -> str | None:
        """The id of the job, if that is a new one."""
        known = self.line.known(key, self.now)
        code, job = told(lambda: creation.create(self.workspace, order, self.now, SETTINGS, key))
        if known is None:
            assert code == OK
            self.line.create(job["id"], order.runner, order.background, visible)
            self.line.remember(key, order, job["id"], self.now)
            return str(job["id"])
        assert (code, job and job["id"]) == ((OK, known[1]) if known[0] == order else ("unprocessable", None))
        return None

    def heartbeat(self, name: str) -> None:
        self.line.hear(name, OFFERS[name], self.now)
        agents.heartbeat(self.workspace, name, HeartbeatIn(runners=runners(name)), self.now)

    def claim(self, name: str, request: str) -> None:
        older = name == OLDER
        self.line.hear(name, None if older else OFFERS[name], self.now)
        wanted = ClaimIn() if older else ClaimIn(requestId=request, runners=runners(name))
        before, choice = self.line.claimed_before(name, wanted.requestId), self.line.choice(name, self.now)
        job, _ = claims.claim(self.workspace, name, wanted, self.now, SETTINGS)
        if before:
            assert (job and job["id"], job and job["fence"]) == (before.job, before.fence)
            return
        for one in choice.over:
            self._ended_on_the_way(one)
        assert job["id"] in choice.best if job else choice.empty_handed
        if job:
            self._given(job, name, wanted.requestId)

    def _ended_on_the_way(self, job: Job) -> None:
        if jobs.head_of(self.workspace, job.id)["status"] != job.status:
            self.line.pass_time(job, self.now)

    def _given(self, job: dict[str, Any], name: str, request: str | None) -> None:
        claim = self.line.jobs[job["id"]].give(name, request, self.now)
        assert job["fence"] == claim.fence
        assert (claim.job, claim.fence) not in [(other.job, other.fence) for other in self.claims]
        self.claims.append(claim)

    def renew(self, claim: Claim) -> None:
        job = self.line.jobs[claim.job]
        code, answer = self._renewed(claim, claim.agent)
        assert code == job.renew(claim, self.now)
        assert answer is None or answer["cancelRequested"] == job.to_be_cancelled

    def _renewed(self, claim: Claim, name: str) -> tuple[str, Any]:
        wanted = RenewIn(fence=claim.fence, phase="writing", amount=7)
        return told(lambda: leases.renew(self.workspace, name, claim.job, wanted, self.now, SETTINGS))

    def deliver(self, claim: Claim, what: str) -> None:
        job, fence = self.line.jobs[claim.job], claim.fence if claim.request else None
        self.answers += 1
        expected = job.deliver(what, claim.agent, fence, f"- answer {self.answers}", self.now)
        code, answer = self._delivered(what, claim, claim.agent, fence)
        # Without its fence nothing tells a claim that is over from one that never was.
        assert code == expected or (fence is None and (code, expected) == ("not_found", STALE))
        assert answer is None or (answer["status"], answer["result"]) == (job.status, job.result)

    def _delivered(self, what: str, claim: Claim, name: str, fence: int | None) -> tuple[str, Any]:
        if what == "release":
            given = ReleaseIn(fence=fence)
            return told(lambda: leases.release(self.workspace, name, claim.job, given, self.now, SETTINGS))
        text = {"result": f"- answer {self.answers}"} if what == "result" else {"error": "out of quota"}
        body = CompleteIn(fence=fence, retryable=what == "retryable", **text)
        return told(lambda: answers.complete(self.workspace, name, claim.job, body, self.now, SETTINGS))

    def work_for_another(self, claim: Claim, what: str, name: str) -> None:
        """By a fence that `name` saw or guessed. It is refused, and changes nothing."""
        if name != claim.agent and not self.line.jobs[claim.job].holds(name, claim.fence):
            renewed = what == "renew"
            sent = self._renewed(claim, name) if renewed else self._delivered(what, claim, name, claim.fence)
            assert sent[0] in REFUSED

    def steer(self, job_id: str, what: str) -> None:
        job = self.line.jobs[job_id]
        do, expected = (control.cancel, job.cancel()) if what == "cancel" else (control.retry, job.retry(self.now))
        assert told(lambda: do(self.workspace, job_id, self.now, SETTINGS))[0] == expected

    def sweep(self) -> None:
        counts = sweep.sweep(self.workspace.table, self.now, SETTINGS)
        assert {what: number for what, number in counts.items() if number} == self.line.sweep(self.now)

    def compare(self) -> None:
        """Every job is listed and is as it should be; the queue's index holds what has not ended, in its place."""
        heads = self.workspace.jobs(200)
        assert [head["id"] for head in heads] == sorted(self.line.jobs, reverse=True)
        for head in heads:
            compare(jobs.wire(self.workspace, head), head, self.line.jobs[head["id"]])
        line = {entry["sk"].removeprefix("JOB#"): entry["due"][:27] for entry in self.workspace.open_jobs()}
        open_jobs = [job for job in self.line.jobs.values() if job.status in OPEN]
        assert line == {job.id: instants.write(job.due) for job in open_jobs}
        self.sound = True

    def compare_results(self) -> None:
        for job in self.line.jobs.values():
            assert jobs.get(self.workspace, job.id, self.now)["result"] == job.result


def compare(shown: dict[str, Any], head: dict[str, Any], job: Job) -> None:
    if job.pause:
        earliest, latest = (instants.write(after(job.visible, job.pause * part)) for part in (1, 1.5))
        assert earliest <= head["visibleAt"] <= latest
        job.visible, job.pause = instants.read(head["visibleAt"]), None
    assert (shown["status"], head["fence"], shown["attempt"]) == (job.status, job.fence, job.attempt)
    assert (shown["attempts"], shown["errorCode"]) == (job.causes, job.error_code)
    assert job.error_code != "lost" or all(name in shown["error"] for name in job.losers)
    assert job.claim is None or shown["claimedBy"] == job.claim.agent
    assert job.claim is None or ("cancelRequestedAt" in head) == job.to_be_cancelled
    assert head.get("leaseExpiresAt") == (instants.write(job.lease) if job.lease else None)
    assert ("expiresAt" in head) == (job.status not in OPEN)
