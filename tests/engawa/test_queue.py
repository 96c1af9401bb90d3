"""The rules of a job's life, on plain dictionaries."""

from typing import Any

import pytest

from engawa import endings, instants, lapses, queue
from engawa.errors import NotFound, StaleClaim
from engawa.queue import Claimer
from engawa.settings import Settings
from engawa.step import Item, apply
from makers import NOW, SETTINGS, later

JOB, ME, OTHER = "019e1c5a-7e00-7abc-8def-0123456789ab", "token-1", "token-2"


def a_head(**changes: Any) -> Item:
    return queue.created(JOB, {"type": "summarize_board"}, "LEASE#0", NOW, SETTINGS) | changes


def a_claimed_head(agent: str = ME, renews: bool = True, **changes: Any) -> Item:
    head = a_head()
    assert apply(queue.claim(head, Claimer(agent, "call-1", renews), NOW, SETTINGS), head)
    return head | changes


def test_a_claim_raises_fence_and_attempt_and_sets_the_lease() -> None:
    head = a_claimed_head()
    assert (head["status"], head["fence"], head["attempt"]) == ("claimed", 1, 1)
    assert head["leaseExpiresAt"] == instants.write(later(60))


def test_a_claim_of_a_head_read_before_another_claim_does_not_hold() -> None:
    seen = a_head()
    current = dict(seen)
    assert apply(queue.claim(seen, Claimer(OTHER, "r-2"), NOW, SETTINGS), current)
    assert not apply(queue.claim(seen, Claimer(ME, "r-1"), NOW, SETTINGS), current)
    assert current["claimedBy"] == OTHER


def test_what_may_wait_is_due_later_but_visible_now() -> None:
    head = queue.created(JOB, {}, "LEASE#0", NOW, SETTINGS, background=True)
    assert head["visibleAt"] == instants.write(NOW)
    assert head["due"] == f"{instants.write(later(600))}#{JOB}"


def test_renewing_moves_the_lease_and_no_index() -> None:
    head = a_claimed_head()
    before = {key: head[key] for key in ("due", "leaseAt", "visibleAt", "fence")}
    assert apply(queue.renew(ME, 1, {"phase": "writing"}, later(20), SETTINGS), head)
    assert head["leaseExpiresAt"] == instants.write(later(80))
    assert {key: head[key] for key in before} == before


@pytest.mark.parametrize(("agent", "fence", "seconds"), [(OTHER, 1, 20), (ME, 0, 20), (ME, 2, 20), (ME, 1, 1801)])
def test_renewing_needs_the_agent_the_fence_and_time_left(agent: str, fence: int, seconds: int) -> None:
    assert not apply(queue.renew(agent, fence, {}, later(seconds), SETTINGS), a_claimed_head())


def test_a_renewed_lease_has_not_lapsed() -> None:
    head = a_claimed_head()
    apply(queue.renew(ME, 1, {}, later(50), SETTINGS), head)
    assert not lapses.has_lapsed(head, None, later(100), SETTINGS)
    assert lapses.has_lapsed(head, None, later(111), SETTINGS)


def test_an_agent_that_never_renews_keeps_its_job_by_its_heartbeats() -> None:
    head = a_claimed_head(renews=False)
    assert lapses.has_lapsed(head, None, later(61), SETTINGS)
    assert not lapses.has_lapsed(head, instants.write(later(300)), later(389), SETTINGS)
    assert lapses.has_lapsed(head, instants.write(later(300)), later(391), SETTINGS)


def test_no_heartbeat_outlives_the_hard_limit() -> None:
    head = a_claimed_head(renews=False)
    assert lapses.has_lapsed(head, instants.write(later(1800)), later(1801), SETTINGS)


def test_a_lapsed_job_waits_again_and_keeps_its_fence() -> None:
    head = a_claimed_head()
    assert apply(lapses.lapse(head, later(61), SETTINGS), head)
    assert (head["status"], head["fence"], head["attempt"]) == ("pending", 1, 1)
    assert "claimedBy" not in head
    assert "leaseExpiresAt" not in head


def test_a_lapse_from_a_stale_read_changes_nothing() -> None:
    head = a_claimed_head()
    stale = lapses.lapse(dict(head), later(61), SETTINGS)
    apply(queue.renew(ME, 1, {}, later(50), SETTINGS), head)
    assert not apply(stale, head)


def test_the_last_loss_fails_the_job_and_names_the_agents() -> None:
    head = a_claimed_head(attempt=3, lost=2, lostBy="token-1\ntoken-2")
    assert apply(lapses.lapse(head, later(61), SETTINGS), head)
    assert (head["status"], head["errorCode"]) == ("failed", "lost")
    assert "token-2" in head["error"]


def test_completing_ends_the_job_and_takes_it_out_of_the_indexes() -> None:
    head = a_claimed_head()
    assert apply(endings.complete(head, ME, 1, {"engine": "ollama"}, False, later(30), SETTINGS), head)
    assert (head["status"], head["endedFence"]) == ("done", 1)
    assert not {"due", "leaseShard", "leaseAt"} & set(head)
    assert endings.has_ended_by(head, ME, 1)


@pytest.mark.parametrize("fence", [0, 2])
def test_completing_with_another_claim_is_stale(fence: int) -> None:
    with pytest.raises(StaleClaim):
        endings.complete(a_claimed_head(), ME, fence, {}, False, NOW, SETTINGS)


@pytest.mark.parametrize("fence", [1, None])
def test_completing_a_job_that_this_agent_never_had_finds_none(fence: int | None) -> None:
    with pytest.raises(NotFound):
        endings.complete(a_claimed_head(), OTHER, fence, {}, False, NOW, SETTINGS)


@pytest.mark.parametrize("fence", [1, None])
def test_an_agent_that_lost_the_job_is_told_so(fence: int | None) -> None:
    head = a_claimed_head()
    assert apply(queue.claim(head, Claimer(OTHER, "request-2"), later(61), SETTINGS), head)
    with pytest.raises(StaleClaim):
        endings.complete(head, ME, fence, {}, False, later(62), SETTINGS)


def test_a_client_without_a_fence_is_held_to_its_own_claim() -> None:
    head = a_claimed_head()
    assert apply(endings.complete(head, ME, None, {}, False, later(30), SETTINGS), head)
    assert endings.has_ended_by(head, ME, None)
    assert not endings.has_ended_by(head, OTHER, None)


def test_a_lost_job_was_ended_by_nobody() -> None:
    head = a_claimed_head(attempt=3)
    apply(lapses.lapse(head, later(61), SETTINGS), head)
    assert not endings.has_ended_by(head, ME, 1)


@pytest.mark.parametrize(("attempt", "pause"), [(1, 30), (2, 60), (3, 120)])
def test_the_pause_before_another_attempt_doubles(attempt: int, pause: int) -> None:
    head = a_claimed_head(attempt=attempt)
    assert apply(endings.try_again(head, ME, 1, NOW, SETTINGS, jitter=0), head)
    assert (head["status"], head["visibleAt"]) == ("pending", instants.write(later(pause)))


def test_a_release_does_not_count_as_an_attempt() -> None:
    head = a_claimed_head()
    assert apply(endings.release(head, ME, 1, later(5), SETTINGS), head)
    assert (head["status"], head["attempt"], head["fence"]) == ("pending", 0, 1)


def test_what_nobody_took_expires() -> None:
    head = a_head()
    assert not lapses.has_expired(head, later(86_400))
    assert lapses.has_expired(head, later(86_401))
    assert apply(lapses.expire(head, later(86_401), SETTINGS), head)
    assert (head["status"], head["errorCode"]) == ("failed", "expired")


def test_a_head_stays_under_one_kilobyte() -> None:
    from engawa.attributes import size

    head = a_claimed_head(runner="openai-compatible", pk="JOBS#" + JOB, sk="JOB#" + JOB, targetId=JOB, chatRoomId=JOB)
    apply(queue.renew(ME, 1, {"phase": "writing", "amount": 123_456}, later(20), Settings()), head)
    assert size(head) < 1024


def test_attempts_are_counted_by_cause() -> None:
    head = a_claimed_head()
    apply(lapses.lapse(head, later(61), SETTINGS), head)
    apply(queue.claim(head, Claimer(OTHER, "request-2"), later(62), SETTINGS), head)
    apply(endings.release(head, OTHER, 2, later(63), SETTINGS), head)
    apply(queue.claim(head, Claimer(OTHER, "request-3"), later(64), SETTINGS), head)
    apply(endings.try_again(head, OTHER, 3, later(65), SETTINGS, 0), head)
    assert [head[cause] for cause in ("attempt", *queue.CAUSES)] == [2, 1, 1, 1]


def test_the_last_loss_says_what_became_of_each_attempt() -> None:
    head = a_claimed_head(attempt=3, lost=1, lostBy=OTHER, failed=1)
    apply(lapses.lapse(head, later(61), SETTINGS), head)
    assert head["error"] == "No answer after 3 attempts: 2 lost, by the agents token-2, token-1; 1 failed."


def test_taking_over_a_lapsed_job_counts_its_loss() -> None:
    head = a_claimed_head()
    apply(queue.claim(head, Claimer(OTHER, "request-2"), later(61), SETTINGS), head)
    assert (head["lost"], head["lostBy"], head["attempt"]) == (1, ME, 2)


def test_a_lapsed_job_that_was_to_be_cancelled_is_not_taken_over() -> None:
    head = a_claimed_head(cancelRequestedAt=instants.write(later(30)))
    assert not apply(queue.claim(head, Claimer(OTHER, "request-2"), later(61), SETTINGS), head)


def test_tried_again_a_job_has_forgotten_its_losses() -> None:
    head = a_claimed_head(attempt=3, lost=2, lostBy=ME)
    apply(lapses.lapse(head, later(61), SETTINGS), head)
    apply(queue.retry(head, "LEASE#0", later(99), SETTINGS), head)
    assert not {"lost", "lostBy", "error", "errorCode"} & set(head)
    assert (head["attempt"], head["fence"]) == (0, 1)
