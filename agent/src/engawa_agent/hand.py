"""One job in hand: held by its lease, run on an engine, its answer kept and delivered."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engawa_agent import asking, backoff
from engawa_agent.claimed import Claimed
from engawa_agent.deliver import ACCEPTED, GIVEN_UP, Delivery
from engawa_agent.engines import Engine, request_of, trace
from engawa_agent.errors import Cancelled, EngineError, NoAccess
from engawa_agent.lease import Lease
from engawa_agent.lineup import Lineup
from engawa_agent.link import Link
from engawa_agent.report import Report
from engawa_agent.toolbox import Toolbox

# A claim that takes longer is repeated with the same request id, so nothing is lost by it.
CLAIM_SECONDS = 15.0

KEPT = "The answer is kept on this machine; the next run delivers it."

# The job, the engine, and whether nobody waits for the answer any more.
Agree = Callable[[Claimed, Engine, Callable[[], bool]], bool]


@dataclass(frozen=True)
class Means:
    """What every hand of a worker works with. `seconds` is an engine's time for one job, `agree` asks the machine's
    owner, `random` gives 0 <= x < 1, `toolbox` holds what a job's model may ask for.
    """

    link: Link
    lineup: Lineup
    report: Report
    delivery: Delivery
    clock: Callable[[], float]
    random: Callable[[], float]
    seconds: float
    agree: Agree
    toolbox: Callable[[Mapping[str, Any]], Toolbox | None]


class Hand:
    """`claimed_at` is when the claim was asked for, `until` when the engine's time is over; both by the clock."""

    def __init__(self, means: Means, job: Claimed, engine: Engine, claimed_at: float) -> None:
        self.job = job
        self.engine = engine
        self.seconds = min(means.seconds, job.hard_limit)
        self.until = means.clock() + self.seconds
        self.lease = Lease(means.link, job, means.report, engine.label)
        self._means = means
        self._claimed_at = claimed_at

    def work(self) -> None:
        """From the claim to the delivered answer. The lease is kept until that, and from before the engine starts.
        Raises NoAccess; the answer is kept then.
        """
        facts = {"jobId": self.job.id, "type": self.job.kind, "engine": self.engine.id}
        self._say("claimed", f"{self.job.kind}  {self.job.id}  on {self.engine.label}", **facts)
        with self.lease:
            try:
                self._answer()
            except Cancelled:
                self._cancelled(self.lease.reason)
            except EngineError as error:
                self._failed(error)
            except NoAccess:
                self._say("undelivered", KEPT, jobId=self.job.id)
                raise

    def _answer(self) -> None:
        means, started = self._means, self._means.clock()
        self.lease.progress("loading", 0)
        self._hold()
        over = self.lease.cancel.is_set
        if over() or not means.agree(self.job, self.engine, over):
            self.lease.end("declined")
            raise Cancelled
        request = request_of(self.job.whole, self.seconds, means.toolbox(self.job.whole))
        reply = asking.ask(self.engine, request, self.lease.cancel, self.lease.progress, means.clock)
        seconds = round(means.clock() - started, 1)
        facts = {"seconds": seconds, "characters": len(reply.text), "usage": dict(reply.usage)}
        told = trace.bounded({"engine": self.engine.label, "seconds": seconds, **reply.usage})
        body = {"runner": self.engine.id, "result": reply.text, "trace": told}
        self._deliver(body, f"done in {seconds} s", facts)

    def _hold(self) -> None:
        """A claim whose answer came late may have lapsed on its way: no engine starts before it is held."""
        if self._means.clock() - self._claimed_at < CLAIM_SECONDS:
            return
        for delay in backoff.delays(self._means.random):
            if self.lease.renew() or self.lease.cancel.is_set():
                return
            self.lease.cancel.wait(delay)

    def _failed(self, error: EngineError) -> None:
        self._means.lineup.doubt()
        body = {"error": error.message, "errorCode": error.code, "retryable": error.retryable}
        what_next = "it will be tried again" if error.retryable else "it has failed"
        text = f"{self.engine.label}: {error.message} ({what_next})"
        self._deliver({"runner": self.engine.id, **body}, text, body)

    def _deliver(self, body: dict[str, Any], text: str, facts: Mapping[str, Any]) -> None:
        outcome = self._means.delivery.complete(self.job, body)
        if outcome == ACCEPTED:
            self._say("failed" if "error" in body else "done", text, jobId=self.job.id, **facts)
        elif outcome == GIVEN_UP:
            self._say("undelivered", KEPT, jobId=self.job.id)
        else:
            self._say("stale", "The job went on without us; the answer was not taken.", jobId=self.job.id)

    def _cancelled(self, reason: str) -> None:
        if reason in ("stopping", "declined"):
            self._means.delivery.release(self.job, reason)
            self._say("released", "The job was given back.", jobId=self.job.id, reason=reason)
        elif reason == "cancelled":
            body = {"error": "Cancelled.", "errorCode": "cancelled", "retryable": False}
            self._deliver(body, "cancelled, as somebody asked", {})
        else:
            self._say("stale", "The job is no longer ours; stopped.", jobId=self.job.id, reason=reason)

    def _say(self, name: str, text: str, **facts: Any) -> None:
        self._means.report.say(name, text, **facts)
