"""How often an idle agent calls while nobody uses its workspace, by the server's own rules. Pure."""

from engawa import cadence

HOUR = 3600.0


def calls(since: float, until: float) -> int:
    """Of an agent that keeps to the pauses it is told; both in seconds since the workspace was last used. The jitter
    is left out: it is as often more as it is less.
    """
    at, count = since, 0
    while at < until:
        at, count = at + cadence.seconds(at, None, False), count + 1
    return count


def longest_pause() -> float:
    """What a job may have to wait for that comes after a long silence."""
    return cadence.seconds(HOUR, None, False)
