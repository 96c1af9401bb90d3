"""Activity: when a workspace was last used, which sets the pace at which its agents ask for work."""

from contextlib import suppress
from datetime import datetime

from engawa import instants
from engawa.errors import Busy
from engawa.workspace import Workspace

# A write by an app, or an open page that asks how things stand. What an agent does is no activity.
SCOPES = frozenset({"nodes:write", "jobs:write", "jobs:read"})
WRITE_EVERY = 45  # seconds between two notes of one function instance; the pace is the same for a minute
FORGOTTEN_AFTER = 86_400  # seconds
MOST_REMEMBERED = 10_000  # workspaces


class Notes:
    """What one function instance has written lately, so that a busy workspace does not pay for each request."""

    def __init__(self) -> None:
        self._last: dict[str, str] = {}

    def note(self, workspace: Workspace, now: datetime) -> None:
        if self._last.get(workspace.id, "") > instants.after(now, -WRITE_EVERY):
            return
        if len(self._last) >= MOST_REMEMBERED:
            self._last.clear()
        self._last[workspace.id] = instants.write(now)
        used = {"at": instants.write(now), "expiresAt": instants.epoch(now, FORGOTTEN_AFTER)}
        with suppress(Busy):  # it is a hint: the request it comes with goes on
            workspace.put({**workspace.activity_key(), **used})
