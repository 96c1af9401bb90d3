"""The loop: ask for a job, run it on an engine, deliver the answer, ask again when the server says so."""

import random as randomness
import threading
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engawa_agent import asking, backoff
from engawa_agent.deliver import ACCEPTED, GIVEN_UP, Delivery
from engawa_agent.engines import Engine, request_of
from engawa_agent.errors import Cancelled, EngineError, ServerAway
from engawa_agent.lease import Lease
from engawa_agent.lineup import Lineup
from engawa_agent.link import Link
from engawa_agent.report import Report

# An engine's time for one job, which is also what the first Ctrl-C says may still pass.
JOB_SECONDS = 600.0
# A claim that takes longer is repeated with the same request id, so nothing is lost by it.
CLAIM_SECONDS = 15.0
POLL_SECONDS = 2.0
LONGEST_POLL_SECONDS = 300.0
NO_ENGINE_SECONDS = 30.0
# With --once nobody waits for a server that stays away.
ONCE_PATIENCE_SECONDS = 60.0


@dataclass(frozen=True)
class Running:
    """The job in hand, for whoever wants to stop it or to know how long it may still take."""

    lease: Lease
    until: float


class Worker:
    """`stopping`: no further claim. `stop_now`: the job in hand goes back. Both may be set from another thread."""

    def __init__(
        self,
        link: Link,
        lineup: Lineup,
        report: Report,
        *,
        clock: Callable[[], float],
        sleep: Callable[[float], object] | None = None,
        random: Callable[[], float] = randomness.random,
    ) -> None:
        self.stopping = threading.Event()
        self.stop_now = threading.Event()
        self.running: Running | None = None
        self._link = link
        self._lineup = lineup
        self._report = report
        self._clock = clock
        self._sleep = sleep or self.stopping.wait
        self._random = random
        # An answer in hand is still delivered after `stopping`: only `stop_now` wakes that sleep.
        self._delivery = Delivery(link, report, stop=self.stop_now, sleep=sleep or self.stop_now.wait, random=random)

    def run(self, once: bool = False) -> None:
        """Work until told to stop, or with `once` until there is no job. Raises NoAccess, Stop or ServerAway."""
        self._announce(once)
        while not self.stopping.is_set():
            if self._lineup.refresh(self._clock()):
                self._announce(once)
            if not self._lineup.usable:
                if once:
                    raise self._lineup.none()
                self._pause("no engine", NO_ENGINE_SECONDS)
                continue
            asked = self._clock()
            job, poll = self._claim(once)
            if job is not None:
                self._take(job, asked)
            elif once:
                return
            else:
                self._pause("waiting", poll)

    def _announce(self, once: bool) -> None:
        body = {"runners": self._lineup.runners(), "name": self._lineup.machine}
        self._persistently("/api/agent/heartbeat", body, once)

    def _claim(self, once: bool) -> tuple[Mapping[str, Any] | None, float]:
        """A job, or None and how long to wait. The same request id until there is an answer: a lost one may have
        carried a job."""
        body = {"requestId": str(uuid.uuid4()), "runners": self._lineup.runners()}
        reply = self._persistently("/api/agent/jobs/claim", body, once)
        if reply is None or not isinstance(reply.json, dict):
            header = reply.headers.get("x-poll-after-ms", "") if reply else ""
            return None, _poll_seconds(header)
        return reply.json, 0

    def _persistently(self, path: str, body: dict[str, Any], once: bool) -> Any:
        """Post until the server answers; None when told to stop meanwhile. With `once` its patience ends."""
        since = self._clock()
        for delay in backoff.delays(self._random):
            try:
                return self._link.post(path, body, timeout=CLAIM_SECONDS)
            except ServerAway as away:
                if once and self._clock() - since > ONCE_PATIENCE_SECONDS:
                    raise
                self._pause("away", max(delay, away.retry_after or 0))
            if self.stopping.is_set():
                return None
        raise AssertionError("delays never end")

    def _take(self, job: Mapping[str, Any], asked: float) -> None:
        if self.stopping.is_set():
            self._delivery.release(job, "stopping")
            return
        engine = self._lineup.choose(_runner(job))
        facts = {"jobId": job["id"], "type": job.get("type"), "engine": engine.id}
        self._report.say("claimed", f"{job.get('type')}  {job['id']}  on {engine.label}", **facts)
        until = self._clock() + JOB_SECONDS
        with Lease(self._link, job, self._report, engine.label) as lease:
            self.running = Running(lease, until)
            try:
                self._work(job, engine, lease, asked)
            finally:
                self.running = None

    def _work(self, job: Mapping[str, Any], engine: Engine, lease: Lease, asked: float) -> None:
        started = self._clock()
        lease.progress("loading", 0)
        if self.stop_now.is_set():  # set between the claim and `running`, where nobody could tell the lease
            lease.end("stopping")
        try:
            self._hold(lease, asked)
            request = request_of(job, JOB_SECONDS)
            reply = asking.ask(engine, request, lease.cancel, lease.progress, self._clock)
        except Cancelled:
            self._cancelled(job, lease.reason)
        except EngineError as error:
            self._failed(job, engine, error)
        else:
            seconds = round(self._clock() - started, 1)
            facts = {"seconds": seconds, "characters": len(reply.text), "usage": dict(reply.usage)}
            self._deliver(job, {"runner": engine.id, "result": reply.text}, f"done in {seconds} s", facts)

    def _hold(self, lease: Lease, asked: float) -> None:
        """A claim whose answer came late may have lapsed on its way: no engine starts before it is held."""
        if self._clock() - asked < CLAIM_SECONDS:
            return
        for delay in backoff.delays(self._random):
            if lease.renew() or lease.cancel.is_set():
                return
            lease.cancel.wait(delay)

    def _failed(self, job: Mapping[str, Any], engine: Engine, error: EngineError) -> None:
        self._lineup.doubt()
        answer = {"error": error.message, "errorCode": error.code, "retryable": error.retryable}
        what_next = "it will be tried again" if error.retryable else "it has failed"
        text = f"{engine.label}: {error.message} ({what_next})"
        self._deliver(job, {"runner": engine.id, **answer}, text, answer)

    def _deliver(self, job: Mapping[str, Any], answer: dict[str, Any], text: str, facts: Mapping[str, Any]) -> None:
        outcome = self._delivery.complete(job, answer)
        if outcome == ACCEPTED:
            self._report.say("failed" if "error" in answer else "done", text, jobId=job["id"], **facts)
        elif outcome == GIVEN_UP:
            self._report.say("undelivered", "The answer could not be delivered; the job will be run again.")
        else:
            self._report.say("stale", "The job went on without us; the answer was not taken.", jobId=job["id"])

    def _cancelled(self, job: Mapping[str, Any], reason: str) -> None:
        if reason == "stopping":
            self._delivery.release(job, reason)
            self._report.say("released", "The job was given back.", jobId=job["id"])
        elif reason == "cancelled":
            answer = {"error": "Cancelled.", "errorCode": "cancelled", "retryable": False}
            self._deliver(job, answer, "cancelled, as somebody asked", {})
        else:
            self._report.say("stale", "The job is no longer ours; stopped.", jobId=job["id"], reason=reason)

    def _pause(self, word: str, seconds: float) -> None:
        self._report.state(word)
        self._sleep(seconds)


def _runner(job: Mapping[str, Any]) -> str:
    payload = job.get("payload")
    return str(payload.get("runner") or "") if isinstance(payload, dict) else ""


def _poll_seconds(header: str) -> float:
    seconds = int(header) / 1000 if header.isdigit() else POLL_SECONDS
    return min(max(seconds, 0.1), LONGEST_POLL_SECONDS)
