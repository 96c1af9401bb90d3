"""Limits of a workspace: how many jobs it may have open, and create in a minute, so that a noisy one harms itself."""

from datetime import datetime, timedelta

from engawa import ids
from engawa.errors import TooMany
from engawa.settings import Settings
from engawa.workspace import Workspace

MINUTE = timedelta(minutes=1)


def check_room(workspace: Workspace, settings: Settings) -> None:
    """Counted, not kept in a number of its own: that would have to be right after every lost reply. So those that
    come at the same moment may overshoot by a few.
    """
    most = settings.max_open_jobs
    if most and workspace.count_open_jobs(most) >= most:
        raise TooMany(f"The workspace has {most:,} jobs that wait or run, the most it may have (MAX_OPEN_JOBS).")


def check_pace(workspace: Workspace, now: datetime, settings: Settings) -> None:
    most = settings.max_creations_a_minute
    if most and workspace.count_jobs_since(ids.first_of(now - MINUTE), most) >= most:
        raise TooMany(f"The workspace created {most:,} jobs in a minute, the most it may (MAX_CREATIONS_A_MINUTE).")
