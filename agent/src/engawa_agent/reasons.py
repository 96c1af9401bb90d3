"""Why a job waits, in words that a person can act on."""

from collections.abc import Mapping
from datetime import tzinfo
from typing import Any

from engawa_agent import instants

PLAIN = {"agent": "for an agent", "paused": "until an agent's pause is over"}
# What ends the waiting, where somebody can do something for it.
ADVICE = {"agent": "start one with: engawa run", "paused": "engawa status shows which agents pause"}


def words(job: Mapping[str, Any], zone: tzinfo | None = None) -> str:
    """What comes after `waits` or `waiting`: `for an agent`. A reason that is not known here is shown as it is."""
    reason, at = str(job.get("waitingFor") or "its turn"), str(job.get("notBefore") or "")
    if reason.startswith("runner:"):
        return f"until an agent with {reason.removeprefix('runner:')} is free"
    if reason == "schedule":
        return f"for its time, {instants.stamp(at, zone)}" if at else "for its time"
    if reason == "retry":
        return f"for its next try at {instants.time_of_day(at, zone)}" if at else "for its next try"
    return PLAIN.get(reason, f"for {reason}")


def in_full(job: Mapping[str, Any], zone: tzinfo | None = None) -> str:
    """With what one can do about it: `for an agent (start one with: engawa run)`."""
    advice = ADVICE.get(str(job.get("waitingFor")))
    return f"{words(job, zone)} ({advice})" if advice else words(job, zone)
