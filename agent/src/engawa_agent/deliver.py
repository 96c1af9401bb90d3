"""A finished job on its way back: tried until the server has said yes, or that it is no longer ours."""

import threading
from collections.abc import Callable, Mapping
from typing import Any

from engawa_agent import backoff
from engawa_agent.errors import NoAccess, Refused, ServerAway
from engawa_agent.link import Link
from engawa_agent.report import Report

ACCEPTED, STALE, GIVEN_UP = "accepted", "stale", "given up"
# The last try of an agent that was told to stop now.
LAST_TRY_SECONDS = 1.0


class Delivery:
    """`stop` ends the trying; `sleep` waits, but no longer than until `stop` is set; `random` gives 0 <= x < 1."""

    def __init__(
        self,
        link: Link,
        report: Report,
        *,
        stop: threading.Event,
        sleep: Callable[[float], object],
        random: Callable[[], float],
    ) -> None:
        self._link = link
        self._report = report
        self._stop = stop
        self._sleep = sleep
        self._random = random

    def complete(self, job: Mapping[str, Any], answer: Mapping[str, Any]) -> str:
        """Deliver `answer` ({result, runner} or {error, errorCode, retryable}). Raises NoAccess."""
        path, body = f"/api/agent/jobs/{job['id']}/complete", {"fence": job["fence"], **answer}
        for delay in backoff.delays(self._random):
            try:
                self._link.post(path, body, timeout=LAST_TRY_SECONDS if self._stop.is_set() else None)
                return ACCEPTED
            except ServerAway as away:
                if self._stop.is_set():
                    return GIVEN_UP
                self._report.state("delivering")
                self._sleep(max(delay, away.retry_after or 0))
            except NoAccess:
                raise
            except Refused as refused:
                return self._refused(job, refused, is_error="error" in answer)
        raise AssertionError("delays never end")

    def release(self, job: Mapping[str, Any], reason: str) -> None:
        """Give the job back, once: if the server does not hear it, the lease lapses by itself."""
        body = {"fence": job["fence"], "reason": reason}
        try:
            self._link.post(f"/api/agent/jobs/{job['id']}/release", body, timeout=LAST_TRY_SECONDS)
        except (ServerAway, Refused) as error:
            self._report.say("release_failed", f"The job could not be given back ({error}); it will lapse.")

    def _refused(self, job: Mapping[str, Any], refused: Refused, *, is_error: bool) -> str:
        """An answer that the server will never take (too large, say) must not leave the job hanging."""
        if refused.status == 409 or is_error:
            return STALE
        message = f"The server refused the answer: {refused.message}"
        return self.complete(job, {"error": message, "errorCode": "answer_refused", "retryable": False})
