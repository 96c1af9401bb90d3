"""One call and its reply as they passed the proxy. Pure."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

# What became of it: the reply arrived; the server had acted and the reply was lost; refused in the server's stead; the
# server was away, or went away over it; the agent was killed over it, before or after the server had it.
PASSED, DROPPED, THROTTLED, BROKEN = "passed", "dropped", "throttled", "broken"
AWAY, CUT, HELD = "away", "cut", "held"
CLAIM, RENEW, COMPLETE, RELEASE = "claim", "renew", "complete", "release"

_OF_A_JOB = re.compile(r"/api/agent/jobs/([^/]+)/(renew|complete|release)")


@dataclass(frozen=True)
class Exchange:
    """`sent` and `replied` as the proxy saw them, by the monotonic clock; `status` is the server's, None where it was
    not asked or did not answer. `body` is the call's, `job` and `fence` are those of a claim's reply, too.
    """

    origin: str
    call: str
    sent: float
    body: Mapping[str, Any]
    job: str = ""
    fence: int = 0
    replied: float = 0.0
    status: int | None = None
    fate: str = PASSED

    @property
    def is_grant(self) -> bool:
        return self.call == CLAIM and self.status == 200

    @property
    def is_lost(self) -> bool:
        """Whether the line broke while the caller waited for the reply."""
        return self.fate in (DROPPED, CUT, HELD)

    @property
    def is_accepted(self) -> bool:
        """An answer or an error that the server took."""
        return self.call == COMPLETE and self.status == 200


def asked(origin: str, method: str, path: str, content: bytes, at: float) -> Exchange:
    """A call on its way."""
    body = _object(content)
    if path == "/api/agent/jobs/claim":
        return Exchange(origin, CLAIM, at, body)
    if found := _OF_A_JOB.fullmatch(path):
        return Exchange(origin, found[2], at, body, job=found[1], fence=int(body.get("fence", 0)))
    return Exchange(origin, f"{method} {path}", at, body)


def answered(exchange: Exchange, status: int | None, content: bytes) -> Exchange:
    """The call with the server's status, None where it said nothing, and the claim that it granted."""
    if exchange.call != CLAIM or status != 200:
        return replace(exchange, status=status)
    job = _object(content)
    return replace(exchange, status=status, job=str(job["id"]), fence=int(job["fence"]))


def _object(content: bytes) -> dict[str, Any]:
    found = json.loads(content) if content else {}
    return found if isinstance(found, dict) else {}
