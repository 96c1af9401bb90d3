"""An agent that asks each two seconds and heeds nothing that the server says of it, as the one that exists does."""

import threading
import time
import uuid
from typing import Any

from engawa_agent.api import Api

POLL_SECONDS, HEARTBEAT_SECONDS = 2.0, 30.0
RUNNER = "polling"


class Polling:
    """`calls` says when each was made, `starts` when it began with a job, by the job's id; by the monotonic clock."""

    def __init__(self, url: str, token: str) -> None:
        self.calls: list[float] = []
        self.starts: dict[str, float] = {}
        self._api = Api(url, token)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._work)

    def __enter__(self) -> "Polling":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self._api.close()

    def _work(self) -> None:
        announced = float("-inf")
        while not self._over.is_set():
            if time.monotonic() >= announced + HEARTBEAT_SECONDS:
                announced = time.monotonic()
                self._post("/api/agent/heartbeat", {"runners": [{"id": RUNNER, "label": RUNNER}]})
            while job := self._post("/api/agent/jobs/claim", {"requestId": str(uuid.uuid4())}):
                self.starts[job["id"]] = time.monotonic()
                self._post(f"/api/agent/jobs/{job['id']}/complete", {"fence": job["fence"], "result": "- Price"})
            self._over.wait(POLL_SECONDS)

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        """As an agent of its own, beside another one with the same token."""
        self.calls.append(time.monotonic())
        return self._api.call("POST", path, {"agentId": RUNNER, **body}).json
