"""A finished job on its way back: tried until the server has said yes, or that it is no longer ours."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engawa_agent.backoff import Backoff
from engawa_agent.claimed import Claimed
from engawa_agent.errors import NoAccess, Refused, ServerAway
from engawa_agent.link import Link
from engawa_agent.report import Report
from engawa_agent.spool import Answer, Spool

ACCEPTED, STALE, GIVEN_UP = "accepted", "stale", "given up"
# The last try of an agent that was told to stop now.
LAST_TRY_SECONDS = 1.0


class Delivery:
    """`stop` ends the trying; `sleep` waits, but no longer than until `stop` is set; `random` gives 0 <= x < 1."""

    def __init__(
        self,
        link: Link,
        report: Report,
        spool: Spool,
        *,
        stop: threading.Event,
        sleep: Callable[[float], object],
        random: Callable[[], float],
    ) -> None:
        self._link = link
        self._report = report
        self._spool = spool
        self._stop = stop
        self._sleep = sleep
        self._random = random

    def complete(self, job: Claimed, body: Mapping[str, Any]) -> str:
        """Keep `body` ({result, runner} or {error, errorCode, retryable}) on disk, then deliver it. NoAccess or
        GIVEN_UP leave it there, for the next run.
        """
        answer = Answer(job.id, job.fence, body, self._link.agent)
        self._spool.keep(answer)
        return self._deliver(answer)

    def leftovers(self) -> None:
        """Deliver what an earlier run could not."""
        for answer in self._spool.left():
            outcome = self._deliver(answer)
            if outcome == GIVEN_UP:
                return
            taken = "delivered" if outcome == ACCEPTED else "not wanted any more"
            self._report.say("leftover", f"An answer of an earlier run was {taken}.", jobId=answer.job, outcome=outcome)

    def release(self, job: Claimed, reason: str) -> None:
        """Give the job back, once: if the server does not hear it, the lease lapses by itself."""
        body = {"fence": job.fence, "reason": reason}
        try:
            self._link.post(f"/api/agent/jobs/{job.id}/release", body, timeout=LAST_TRY_SECONDS)
        except (ServerAway, Refused) as error:
            self._report.say("release_failed", f"The job could not be given back ({error}); it will lapse.")

    def _deliver(self, answer: Answer) -> str:
        outcome = self._persistently(answer)
        if outcome != GIVEN_UP:
            self._spool.remove(answer)
        return outcome

    def _persistently(self, answer: Answer) -> str:
        body = {"agentId": answer.agent, "fence": answer.fence, **answer.body}
        path = f"/api/agent/jobs/{answer.job}/complete"
        backoff = Backoff(self._random)
        while True:
            try:
                self._link.post(path, body, timeout=LAST_TRY_SECONDS if self._stop.is_set() else None)
                return ACCEPTED
            except ServerAway as away:
                if self._stop.is_set():
                    return GIVEN_UP
                self._report.state("delivering")
                self._sleep(backoff.after(away))
            except NoAccess:
                raise
            except Refused as refused:
                return self._refused(answer, refused)

    def _refused(self, answer: Answer, refused: Refused) -> str:
        """An answer that the server will never take (too large, say) must not leave the job hanging."""
        if refused.status in (404, 409) or "error" in answer.body:
            return STALE
        message = f"The server refused the answer: {refused.message}"
        body = {"error": message, "errorCode": "answer_refused", "retryable": False}
        return self._persistently(replace(answer, body=body))
