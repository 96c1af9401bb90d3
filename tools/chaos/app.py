"""An app that orders jobs and asks after them, over a line that loses its replies."""

import time
from typing import Any
from uuid import uuid4

from engawa_agent.api import Api
from engawa_agent.errors import ServerAway
from tools.chaos import copilot
from tools.chaos.plan import Order
from tools.children import Failed

ENDED = ("done", "failed", "cancelled")
AGAIN_SECONDS = 0.2  # between two tries of a call without an answer
ASK_SECONDS = 3.0  # between two looks at a job


class App:
    """`orders` are by the ids of the jobs that they became. `open` says of those that have not ended when they were
    last asked after; `first` is each other one as it was when first seen so. `patience`, in seconds, is for a server
    that is away.
    """

    def __init__(self, url: str, token: str, patience: float) -> None:
        self.orders: dict[str, Order] = {}
        self.open: dict[str, float] = {}
        self.first: dict[str, dict[str, Any]] = {}
        self._api = Api(url, token)
        self._patience = patience
        self._place: dict[str, str] = {}

    def settle_in(self) -> None:
        """A project and a room in it, which conversations are about."""
        project, room = str(uuid4()), str(uuid4())
        self._persistently("POST", "/api/nodes", {"id": project, "type": "project", "name": "Launch"})
        body = {"id": room, "type": "chat_room", "name": "General", "parentId": project}
        self._persistently("POST", "/api/nodes", body)
        self._place = {"targetId": project, "chatRoomId": room}

    def order(self, order: Order) -> None:
        """One job, however often it has to be asked for."""
        said = f"{copilot.BEFORE}{order.marker}{copilot.AFTER}"
        body = {"type": order.type, "locale": "en", "prompt": said, "sourceText": said, **self._place}
        job = self._persistently("POST", "/api/ai/jobs", body, {"idempotency-key": f"order-{order.marker}"})
        self.orders[job["id"]] = order
        self.open[job["id"]] = time.monotonic()

    def look(self) -> None:
        """Ask after each open job whose turn it is."""
        now = time.monotonic()
        for job_id in [job_id for job_id, at in self.open.items() if at + ASK_SECONDS <= now]:
            self.open[job_id] = now
            try:
                job = self._api.call("GET", f"/api/ai/jobs/{job_id}").json
            except ServerAway:
                continue
            if job["status"] in ENDED:
                self.first[job_id] = job
                del self.open[job_id]

    def close(self) -> None:
        self._api.close()

    def _persistently(self, method: str, path: str, body: Any, headers: dict[str, str] | None = None) -> Any:
        deadline = time.monotonic() + self._patience
        while True:
            try:
                return self._api.call(method, path, body, headers=headers).json
            except ServerAway as away:
                if time.monotonic() > deadline:
                    raise Failed(f"The server stayed away: {away.reason}") from away
                time.sleep(away.retry_after or AGAIN_SECONDS)
