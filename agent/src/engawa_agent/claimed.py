"""A job as a claim brought it: what the agent needs of it, read with care, because it comes from outside."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

JOB_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
MOST_SECONDS = 86_400
RENEW_SECONDS, HARD_LIMIT_SECONDS = 20.0, 1800.0


@dataclass(frozen=True)
class Claimed:
    """`renew` and `hard_limit` are in seconds, as the server said; `whole` is all that came."""

    id: str
    fence: int
    whole: Mapping[str, Any]
    renew: float = RENEW_SECONDS
    hard_limit: float = HARD_LIMIT_SECONDS

    @property
    def kind(self) -> str:
        return str(self.whole.get("type") or "job")

    @property
    def runner(self) -> str:
        """The engine it names, or nothing."""
        payload = self.whole.get("payload")
        return str(payload.get("runner") or "") if isinstance(payload, dict) else ""

    @property
    def trouble(self) -> str:
        """Why it cannot be run, or nothing."""
        return "" if isinstance(self.whole.get("payload"), dict) else "it came without a payload"


def read(answer: Any) -> Claimed | None:
    """None for what names no job and fence: nothing can be done with it, not even giving it back."""
    if not isinstance(answer, dict):
        return None
    job_id, fence = answer.get("id"), answer.get("fence")
    if not isinstance(job_id, str) or not JOB_ID.fullmatch(job_id) or type(fence) is not int or fence < 0:
        return None
    renew = _seconds(answer.get("renewSeconds"), RENEW_SECONDS)
    return Claimed(job_id, fence, answer, renew, _seconds(answer.get("hardLimitSeconds"), HARD_LIMIT_SECONDS))


def _seconds(value: Any, default: float) -> float:
    return float(value) if type(value) in (int, float) and 0 < value <= MOST_SECONDS else default


class Fences:
    """The last fence seen of each job. They only grow; one that does not is no new claim."""

    MOST = 1000

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def is_new(self, job: Claimed) -> bool:
        """True once for each fence of a job, and not for an older one."""
        if job.fence <= self._seen.get(job.id, -1):
            return False
        self._seen.pop(job.id, None)
        self._seen[job.id] = job.fence
        if len(self._seen) > self.MOST:
            del self._seen[next(iter(self._seen))]
        return True
