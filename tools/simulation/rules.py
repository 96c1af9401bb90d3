"""What a write may do to a job's head: each rule says in a sentence what holds of every change."""

from collections.abc import Callable, Mapping

from engawa import instants
from engawa.queue import CANCELLED, CLAIMED, DONE, ENDED, FAILED, PENDING
from tools.simulation.change import BY_HOLDER, Change

SETTLING = {"followUp", "leaseShard", "leaseAt"}


def origin(job_id: str, agent: str, fence: int | None) -> str:
    """How each result begins: whose it is. An agent of the older kind knows no fence."""
    return f"{job_id} by {agent} under {fence}, "


def a_fence_is_handed_out_once(c: Change) -> bool:
    return not c.is_claim or c.after["fence"] > c.record.highest_fence


def a_job_is_claimed_for_the_one_who_asks(c: Change) -> bool:
    return not c.is_claim or bool(c.call.kind == "claim" and c.after["claimedBy"] == c.call.who)


def fences_only_grow(c: Change) -> bool:
    return bool(c.after["fence"] >= c.before["fence"])


def nobody_takes_a_job_from_an_agent_that_keeps_it(c: Change) -> bool:
    return not c.leaves_a_claim or c.call.kind in BY_HOLDER or c.kept_until() < c.call.instant


def only_the_holder_renews_and_ends_its_claim(c: Change) -> bool:
    return c.call.kind not in (*BY_HOLDER, "renew") or c.before["status"] in ENDED or c.is_by_the_holder()


def what_has_ended_stays_as_it_is(c: Change) -> bool:
    if c.before["status"] not in ENDED or c.leaves_an_end:
        return True
    return all(c.before.get(key) == c.after.get(key) for key in {*c.before, *c.after} - SETTLING)


def only_a_retry_brings_a_job_back(c: Change) -> bool:
    may_be = c.call.kind == "retry" and c.before["status"] in (FAILED, CANCELLED) and c.after["status"] == PENDING
    return not c.leaves_an_end or may_be


def attempts_are_counted_by_how_they_ended(c: Change) -> bool:
    """What runs or has brought a result counts, and what was cancelled while it ran."""
    a, b = c.after, c.before
    ran = a["status"] in (CLAIMED, DONE) or (a["status"] == CANCELLED and b["status"] == CLAIMED)
    counts = a["attempt"] == a.get("lost", 0) + a.get("failed", 0) + ran
    return (b["status"] in ENDED and not c.leaves_an_end) or bool(counts)


def each_end_of_an_attempt_is_counted_once(c: Change) -> bool:
    """Lost, failed, given back: one more of one kind, and nothing where no attempt ended."""
    if c.leaves_an_end:
        return not any(c.after.get(cause) for cause in ("lost", "failed", "released"))
    more = {cause: c.after.get(cause, 0) - c.before.get(cause, 0) for cause in ("lost", "failed", "released")}
    wanted = dict.fromkeys(more, 0)
    if c.is_loss:
        wanted["lost"] = 1
    elif c.call.kind == "complete" and c.leaves_a_claim and c.after["status"] in (FAILED, PENDING):
        wanted["failed"] = 1
    elif c.call.kind == "release" and c.goes_back:
        wanted["released"] = 1
    return more == wanted


def no_job_has_more_attempts_than_it_may(c: Change) -> bool:
    return bool(0 <= c.after["attempt"] <= c.settings.max_attempts)


def nothing_is_claimed_before_its_time(c: Change) -> bool:
    return not (c.is_claim and c.before["status"] == PENDING) or bool(c.before["visibleAt"] <= c.call.instant)


def a_failure_is_followed_by_its_pause(c: Change) -> bool:
    if not (c.goes_back and c.call.kind == "complete"):
        return True
    pause = c.settings.retry_backoff * 2 ** (c.before["attempt"] - 1)
    return bool(c.after["visibleAt"] >= instants.after(c.call.now, pause))


def a_job_to_be_cancelled_never_runs_again(c: Change) -> bool:
    return "cancelRequestedAt" not in c.before or c.leaves_an_end or not (c.is_claim or c.goes_back)


def no_result_is_taken_after_a_cancel(c: Change) -> bool:
    since = c.record.to_be_cancelled_since
    return not (c.is_end and c.after["status"] == DONE) or since is None or since > c.call.began


def what_is_open_is_in_both_indexes(c: Change) -> bool:
    a = c.after
    if a["status"] in ENDED:
        return True
    in_time = a["status"] != PENDING or a.get("leaseAt") == a["expiry"]
    return {"due", "leaseShard", "leaseAt"} <= set(a) and a["due"] >= a["visibleAt"] and in_time


def what_has_ended_is_in_no_index(c: Change) -> bool:
    """But for a follow-up that is due, which the sweep must find."""
    if c.after["status"] not in ENDED:
        return True
    swept = "followUp" in c.after
    return "due" not in c.after and all((key in c.after) == swept for key in ("leaseShard", "leaseAt"))


def only_what_waited_too_long_expires(c: Change) -> bool:
    expired = c.is_end and c.after.get("errorCode") == "expired"
    return not expired or bool(c.before["status"] == PENDING and c.before["expiry"] < c.call.instant)


def an_accepted_result_is_the_one_its_claim_delivered(c: Change) -> bool:
    if not (c.is_end and c.after["status"] == DONE):
        return True
    fence, agent = c.before["fence"], c.before["claimedBy"]
    mine = c.after.get("endedFence") == fence and c.is_by_the_holder() and c.result is not None
    return mine and (c.result or {})["text"].startswith(tuple(origin(c.after["id"], agent, f) for f in (fence, None)))


def an_error_never_beats_a_stored_result(c: Change) -> bool:
    stored = c.record.stored.get(c.before["fence"])
    by_error = c.call.kind == "complete" and c.leaves_a_claim and c.after["status"] in (FAILED, PENDING)
    return not by_error or stored is None or stored > c.call.began


def what_is_claimed_has_its_input(c: Change) -> bool:
    return not c.is_claim or c.input is not None


def a_lost_job_names_all_that_lost_it(c: Change) -> bool:
    if not (c.is_end and c.after.get("errorCode") == "lost"):
        return True
    return all(agent in c.after["error"] for agent in {*c.record.losers, c.before["claimedBy"]})


RULES: Mapping[str, Callable[[Change], bool]] = {
    rule.__name__.replace("_", " "): rule
    for rule in (
        a_fence_is_handed_out_once,
        a_job_is_claimed_for_the_one_who_asks,
        fences_only_grow,
        nobody_takes_a_job_from_an_agent_that_keeps_it,
        only_the_holder_renews_and_ends_its_claim,
        what_has_ended_stays_as_it_is,
        only_a_retry_brings_a_job_back,
        attempts_are_counted_by_how_they_ended,
        each_end_of_an_attempt_is_counted_once,
        no_job_has_more_attempts_than_it_may,
        nothing_is_claimed_before_its_time,
        a_failure_is_followed_by_its_pause,
        a_job_to_be_cancelled_never_runs_again,
        no_result_is_taken_after_a_cancel,
        what_is_open_is_in_both_indexes,
        what_has_ended_is_in_no_index,
        only_what_waited_too_long_expires,
        an_accepted_result_is_the_one_its_claim_delivered,
        an_error_never_beats_a_stored_result,
        what_is_claimed_has_its_input,
        a_lost_job_names_all_that_lost_it,
    )
}
