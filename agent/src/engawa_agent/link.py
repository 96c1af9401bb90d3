"""The agent's line to the server: says once when it breaks and once when it is back."""

import threading
from typing import Any

from engawa_agent.api import Api, Reply
from engawa_agent.errors import Busy, Refused, ServerAway
from engawa_agent.report import Report


class Link:
    """Every call of the worker and of the lease's thread goes through here, so that both see one state."""

    def __init__(self, api: Api, report: Report, agent: str) -> None:
        self._api = api
        self._report = report
        self.agent = agent
        self._lock = threading.Lock()
        self._away = False

    def post(self, path: str, body: dict[str, Any], timeout: float | None = None) -> Reply:
        """POST with the agent's id. Raises what Api.call raises."""
        try:
            reply = self._api.call("POST", path, {"agentId": self.agent, **body}, timeout=timeout)
        except Busy:
            self._back()  # it is there, and asks to be called later
            raise
        except ServerAway as away:
            self._gone(away)
            raise
        except Refused:
            self._back()
            raise
        self._back()
        return reply

    def _gone(self, away: ServerAway) -> None:
        with self._lock:
            first, self._away = not self._away, True
        if first:
            self._report.say("away", f"Server away: {away.reason}. Trying until it is back.", reason=away.reason)

    def _back(self) -> None:
        with self._lock:
            was_away, self._away = self._away, False
        if was_away:
            self._report.say("back", "Server back.")
