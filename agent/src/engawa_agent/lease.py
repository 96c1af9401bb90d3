"""Keeps one claimed job ours while an engine works on it, from a thread of its own."""

import threading
import time
from collections.abc import Callable
from types import TracebackType

from engawa_agent.claimed import Claimed
from engawa_agent.errors import NoAccess, Refused, ServerAway
from engawa_agent.link import Link
from engawa_agent.report import Report

# How often it looks at the clocks, and how soon it tries again while the server is away.
LOOK_SECONDS = 1.0
RETRY_SECONDS = 1.0
# A lease cannot be kept by asking for it later than that.
CALL_SECONDS = 10.0


class Lease:
    """`cancel` is set when the job is no longer ours or nobody wants it; `reason` then says which."""

    def __init__(
        self,
        link: Link,
        job: Claimed,
        report: Report,
        engine: str,
        *,
        clocks: tuple[Callable[[], float], ...] = (time.time, time.monotonic),
    ) -> None:
        self._path = f"/api/agent/jobs/{job.id}/renew"
        self._fence = job.fence
        self._every = job.renew
        self._link = link
        self._report = report
        self._engine = engine
        # The wall clock runs on while the machine sleeps, the monotonic one does not jump when it is set:
        # whichever says that it is time is right.
        self._clocks = clocks
        self._phase, self._amount = "loading", 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="lease", daemon=True)
        self.cancel = threading.Event()
        self.reason = ""

    def __enter__(self) -> "Lease":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Not joined: a renewal on its way may hang for seconds, and does no harm when it arrives.
        self._over.set()

    def progress(self, phase: str, amount: int) -> None:
        """How far the engine is; the next renewal tells the server."""
        self._phase, self._amount = phase, amount
        self._report.state("working", self._engine, phase, amount)

    def end(self, reason: str) -> None:
        """Stop the engine for a reason of our own: `stopping`."""
        self.reason = self.reason or reason
        self.cancel.set()

    def renew(self) -> bool:
        """Ask for another lease now. False when the server could not be reached; see `cancel` for the rest. A token
        that was revoked stops nobody at work: the answer is kept, for when there is a new one.
        """
        body = {"fence": self._fence, "phase": self._phase, "amount": self._amount}
        try:
            answer = self._link.post(self._path, body, timeout=CALL_SECONDS).json or {}
        except (ServerAway, NoAccess):
            return False
        except Refused as refused:
            self.end(refused.code)
            return True
        if answer.get("cancelRequested"):
            self.end("cancelled")
        return True

    def _keep(self) -> None:
        wait, since = self._every, self._now()
        while not self._over.wait(min(wait, LOOK_SECONDS)) and not self.cancel.is_set():
            if self._passed(since) >= wait:
                wait = self._every if self.renew() else min(RETRY_SECONDS, self._every)
                since = self._now()

    def _now(self) -> list[float]:
        return [clock() for clock in self._clocks]

    def _passed(self, since: list[float]) -> float:
        return max(now - then for now, then in zip(self._now(), since, strict=True))
