"""Renews the agent's own token when the server says that it is time, so that one that was stolen is soon of no use."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from engawa_agent.api import Api
from engawa_agent.errors import NoAccess, Refused, ServerAway, Stop
from engawa_agent.keeping import Logins
from engawa_agent.report import Report

AGAIN_SECONDS = 3600.0
# While it asks, no other agent of this machine can start.
CALL_SECONDS = 4.0


class Rotation:
    """The old token lives until the new one is first used; who uses it after that has both revoked. So the new one is
    on disk first, no other process works with the old one, and no request with it is on its way.

    `alone` tells whether no other agent of this user runs here, and lets none start meanwhile.
    """

    def __init__(
        self,
        api: Api,
        logins: Logins,
        alone: Callable[[], AbstractContextManager[bool]],
        report: Report,
        clock: Callable[[], float],
    ) -> None:
        self._api = api
        self._logins = logins
        self._alone = alone
        self._report = report
        self._clock = clock
        self._due = False
        self._not_before = float("-inf")

    def hear(self, answer: Any) -> None:
        """The server's answer to a sign of life."""
        self._due = isinstance(answer, dict) and answer.get("rotateToken") is True

    def turn(self) -> bool:
        """Renew the token if that is due and may be done now; to be called while no job is in hand, as the server holds
        an agent to the token that it claimed with. True when it was renewed. Raises NoAccess for one that is revoked.
        """
        if not self._due or self._clock() < self._not_before or not self._api.bearer.is_settled:
            return False
        self._not_before = self._clock() + AGAIN_SECONDS
        try:
            with self._alone() as alone:
                return alone and self._is_kept() and self._renew()
        except NoAccess as no:
            if no.status == 401:
                raise
            self._put_off(str(no))
        except (OSError, Refused, ServerAway, Stop) as error:
            self._put_off(str(error))
        return False

    def _is_kept(self) -> bool:
        """Not once somebody paired this machine anew, or logged it out: the token in use is its last then."""
        return self._logins.token(self._api.url, "agent") == self._api.bearer.token

    def _renew(self) -> bool:
        old = self._api.bearer.token
        new = _token(self._api.call("POST", "/api/tokens/rotate", timeout=CALL_SECONDS).json)
        place = self._api.bearer.exchange(new, lambda: self._logins.exchange(self._api.url, "agent", old, new))
        if place is None:
            return False
        self._due = False
        text = "The agent's token was renewed; the old one is of no use any more."
        self._report.say("rotated", text, **place.document())
        return True

    def _put_off(self, why: str) -> None:
        text = f"The agent's token could not be renewed now ({why.removesuffix('.')}); the one in use goes on working."
        self._report.say("rotation_failed", text, reason=why)


def _token(answer: Any) -> str:
    token = answer.get("token") if isinstance(answer, dict) else None
    if not isinstance(token, str) or not re.fullmatch("eng_agent_[0-9A-Za-z_]+", token):
        raise ServerAway("its answer holds no token")
    return token
