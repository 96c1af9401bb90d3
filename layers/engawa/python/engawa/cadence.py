"""Cadence, pure: how long an agent waits before it asks for work again. The server steers it."""

ACTIVE, QUIET = 2.0, 30.0  # seconds between two calls while the workspace is in use, and when it has long been quiet
BACKS_OFF = 30  # the pause is this part of the silence, so that it grows from 2 s to 30 s in 15 minutes
BUSY = 10.0  # seconds, at most, while other agents work: one that is lost is noticed by those that ask
SOON = 0.3  # seconds: races were lost, so there is work


def seconds(quiet: float, next_job: float | None, others_work: bool) -> float:
    """The pause, before jitter. `quiet` is for how long nobody has used the workspace, `next_job` in how many seconds
    a job that waits for its time can be claimed; None where none does.
    """
    pause = min(max(quiet / BACKS_OFF, ACTIVE), QUIET)
    if others_work:
        pause = min(pause, BUSY)
    return pause if next_job is None else min(pause, max(next_job, SOON))


def milliseconds(pause: float, jitter: float) -> int:
    """Up to a tenth less or more by `jitter` (0 to 1), or the agents of a workspace would ask in step."""
    return round(1000 * pause * (0.9 + jitter / 5))
