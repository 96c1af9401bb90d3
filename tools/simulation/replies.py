"""What a caller may be told, held against what the table says at that moment."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engawa import instants
from engawa.errors import NotFound, StaleClaim
from engawa.queue import CANCELLED, CLAIMED, DONE, ENDED, PENDING
from engawa.step import Item
from tools.simulation.calls import Call, Reply
from tools.simulation.violation import demand

if TYPE_CHECKING:
    from tools.simulation.ledger import Ledger

HELD = ("renew", "complete", "release")


def check(call: Call, reply: Reply, ledger: "Ledger") -> None:
    if reply.error is not None:
        _refused(call, reply, ledger)
    else:
        CHECKS.get(call.kind, _anything)(call, reply.value, ledger)


def _anything(call: Call, value: Any, ledger: "Ledger") -> None:
    """Nothing is promised."""


def _refused(call: Call, reply: Reply, ledger: "Ledger") -> None:
    if reply.helps_to_repeat:
        return
    for job_id, item in call.left.items():
        demand(ledger.head(job_id) is not item, "a call knows its own write", call, reply)
    if call.kind in HELD and isinstance(reply.error, (StaleClaim, NotFound)):
        demand(not _is_right(call, ledger), "whoever has the job is not refused", call, reply)
        had_it = call.fence is not None and call.who in ledger.records[call.job_id].agents
        told = isinstance(reply.error, StaleClaim) or not had_it
        demand(told, "whoever had the job is told that it went on", call, reply)


def _is_right(call: Call, ledger: "Ledger") -> bool:
    """Whether this call should have been granted, as things stand."""
    head = ledger.head(call.job_id)
    if head["status"] == CLAIMED:
        own = head["claimedBy"] == call.who and call.fence in (None, head["fence"])
        limit = instants.after(instants.read(head["claimedAt"]), ledger.settings.hard_limit)
        return own and (call.kind != "renew" or limit > call.instant)
    if head["status"] == PENDING:
        back = head.get("backBy") == call.who and call.fence in (None, head["fence"])
        return back and (call.kind == "release" or call.retryable)
    own = head.get("claimedBy") == call.who and "endedFence" in head and call.fence in (None, head["endedFence"])
    return own and call.kind == "complete"


def _claimed(call: Call, value: Any, ledger: "Ledger") -> None:
    job, _ = value
    got = [_key(job)] if job else []
    demand(set(call.claimed) <= set(got), "a claim is told to the one who asked", call, call.claimed, got)
    if job:
        _right_claim(call, job, ledger)
    if call.request:
        _same_again(call, got, ledger)


def _right_claim(call: Call, job: dict[str, Any], ledger: "Ledger") -> None:
    claim = ledger.records[job["id"]].claims.get(job["fence"])
    asked = claim is not None and claim.request == call.request if call.request else _key(job) in call.claimed
    mine = asked and claim is not None and claim.agent == call.who
    demand(mine, "a fence is told to the one who claimed by it", call, job["fence"])
    demand(job["context"] is not None, "a claim comes with its input", call)


def _key(job: dict[str, Any]) -> tuple[str, int]:
    return job["id"], job["fence"]


def _same_again(call: Call, got: list[tuple[str, int]], ledger: "Ledger") -> None:
    """A call that is repeated after the first one has claimed. Two of them side by side may get a job each."""
    claimed = ledger.by_request[call.who, call.request or ""]
    before = [claim for claim in claimed if _stands_since_before(*claim, call, ledger)]
    demand(not before or got[:1] in ([claim] for claim in before), "a repeated request gets its job again", call)


def _stands_since_before(job_id: str, fence: int, call: Call, ledger: "Ledger") -> bool:
    head, claim = ledger.head(job_id), ledger.records[job_id].claims[fence]
    return bool(head["status"] == CLAIMED and head["fence"] == fence and claim.since < call.began)


def _renewed(call: Call, value: Any, ledger: "Ledger") -> None:
    head, since = ledger.head(call.job_id), ledger.records[call.job_id].to_be_cancelled_since
    held = head["status"] == CLAIMED and head["claimedBy"] == call.who and head["fence"] == call.fence
    demand(held, "only the holder renews and ends its claim", call)
    demand(head["leaseExpiresAt"] == value["leaseExpiresAt"], "a lease lasts as long as was said", call)
    limit = instants.after(instants.read(head["claimedAt"]), ledger.settings.hard_limit)
    demand(limit > call.instant, "nobody renews beyond the hard limit", call)
    told = value["cancelRequested"] or since is None or since > call.began
    demand(told, "a renewal tells of a cancel", call)


def _let_go(call: Call, value: Any, ledger: "Ledger") -> None:
    head = ledger.head(call.job_id)
    still = head["status"] == CLAIMED and head["claimedBy"] == call.who and head["fence"] == call.fence
    demand(not still, "what was granted was done", call)


def _completed(call: Call, value: Any, ledger: "Ledger") -> None:
    _let_go(call, value, ledger)
    head = ledger.head(call.job_id)
    if head["status"] != DONE or value["status"] != DONE:
        return
    accepted = ledger.accepted.setdefault(call.job_id, value["result"])
    demand(value["result"] == accepted, "the accepted result never changes", call, value["result"])


def _ordered(call: Call, value: Any, ledger: "Ledger") -> None:
    if call.request:
        demand(ledger.by_key[call.request] == value["id"], "an idempotency key makes one job", call)


def _cancelled(call: Call, value: Any, ledger: "Ledger") -> None:
    head: Item = ledger.head(call.job_id)
    stopped = head["status"] == CANCELLED or "cancelRequestedAt" in head or head["status"] in ENDED
    demand(stopped or _went_on_since(call, ledger), "a cancel that was granted is noted", call)


def _went_on_since(call: Call, ledger: "Ledger") -> bool:
    """Somebody had the job tried again while the cancel was on its way."""
    return (ledger.records[call.job_id].retried or 0) > call.began


def _swept(call: Call, value: Any, ledger: "Ledger") -> None:
    demand(value["failed"] <= call.throttled, "the sweep stumbles over no job", call, value)


CHECKS: Mapping[str, Callable[[Call, Any, "Ledger"], None]] = {
    "claim": _claimed,
    "renew": _renewed,
    "release": _let_go,
    "complete": _completed,
    "order": _ordered,
    "cancel": _cancelled,
    "sweep": _swept,
}
