"""The worker's own calls, each repeated until the server answers: that it is there, and whether there is a job."""

import threading
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engawa_agent.api import Reply
from engawa_agent.backoff import Backoff
from engawa_agent.errors import ServerAway
from engawa_agent.hand import CLAIM_SECONDS
from engawa_agent.holds import Hold
from engawa_agent.link import Link
from engawa_agent.report import Report

POLL_SECONDS = 2.0
LONGEST_POLL_SECONDS = 300.0
# With --once nobody waits for a server that stays away.
ONCE_PATIENCE_SECONDS = 60.0

Runners = Sequence[dict[str, str]]


@dataclass(frozen=True)
class Calls:
    """`stopping` ends the repeating; `sleep` takes seconds; `random` gives 0 <= x < 1."""

    link: Link
    report: Report
    stopping: threading.Event
    clock: Callable[[], float]
    sleep: Callable[[float], object]
    random: Callable[[], float]

    def heartbeat(self, runners: Runners, name: str, hold: Hold | None, once: bool) -> Any:
        """What the server answers, None when told to stop meanwhile."""
        paused = {"paused": hold.wire()} if hold else {}
        reply = self._persistently("/api/agent/heartbeat", {"runners": runners, "name": name, **paused}, once)
        return reply.json if reply else None

    def claim(self, runners: Runners, busy: Sequence[str], declined: Sequence[str], once: bool) -> tuple[Any, float]:
        """What the server gives, None for nothing, and how many seconds to wait then. The same request id until there
        is an answer: a lost one may have carried a job.
        """
        body = {"requestId": str(uuid.uuid4()), "runners": runners, "busy": busy, "declined": declined}
        reply = self._persistently("/api/agent/jobs/claim", body, once)
        return (reply.json, _poll_seconds(reply.headers.get("x-poll-after-ms", ""))) if reply else (None, 0)

    def _persistently(self, path: str, body: dict[str, Any], once: bool) -> Reply | None:
        """Post until the server answers; None when told to stop meanwhile. With `once` its patience ends."""
        since, backoff = self.clock(), Backoff(self.random)
        while True:
            try:
                return self.link.post(path, body, timeout=CLAIM_SECONDS)
            except ServerAway as away:
                if once and self.clock() - since > ONCE_PATIENCE_SECONDS:
                    raise
                self.report.state("away")
                self.sleep(backoff.after(away))
            if self.stopping.is_set():
                return None


def _poll_seconds(header: str) -> float:
    seconds = int(header) / 1000 if header.isdigit() else POLL_SECONDS
    return min(max(seconds, 0.1), LONGEST_POLL_SECONDS)
