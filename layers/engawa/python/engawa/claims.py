"""Claims: how an agent gets a job, one agent each."""

import random
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

from pydantic import Field

from engawa import agents, instants, jobs, queue
from engawa.agents import HeartbeatIn
from engawa.leases import last_seen
from engawa.queue import Claimer
from engawa.settings import Settings
from engawa.step import Item
from engawa.workspace import Workspace

CANDIDATES = 100  # index entries that one claim looks at
TRIES = 3  # races lost before the agent is asked to come again
LONGEST_PENALTY = 600  # seconds: a visible job is due within this

Choose = Callable[[Sequence[Item]], Item]


class ClaimIn(HeartbeatIn):
    """`requestId` names this call: repeated after a lost answer it gets the same claim again."""

    requestId: str | None = Field(None, min_length=8, max_length=100)


def claim(
    workspace: Workspace,
    agent: str,
    wanted: ClaimIn,
    now: datetime,
    settings: Settings,
    choose: Choose = random.choice,
) -> dict[str, Any] | None:
    """A job for this agent, or None. A call that is repeated with its request id gets what it got before."""
    me = agents.seen(workspace, agent, wanted, now)
    claimer = Claimer(agent, wanted.requestId)
    entries = workspace.queue(instants.after(now, LONGEST_PENALTY), CANDIDATES)
    head = _claimed_before(workspace, claimer, entries) or _take(workspace, claimer, me, entries, now, settings, choose)
    return _with_terms(jobs.whole(workspace, head), head, settings) if head else None


def _with_terms(job: dict[str, Any], head: Item, settings: Settings) -> dict[str, Any]:
    return {
        **job,
        "fence": head["fence"],
        "leaseExpiresAt": head["leaseExpiresAt"],
        "leaseSeconds": settings.lease,
        "renewSeconds": settings.renew,
        "pollAfterMs": agents.POLL_AFTER_MS,
    }


def _claimed_before(workspace: Workspace, claimer: Claimer, entries: Sequence[Item]) -> Item | None:
    """The job that an earlier call with this request id has claimed. It is due at the end of its lease, so where
    there are more entries than one look holds, it may lie behind them.
    """
    if claimer.request_id is None:
        return None
    further = workspace.queue_after(entries[-1]["due"]) if len(entries) == CANDIDATES else iter(())
    for entry in (*entries, *further):
        if entry.get("claimRequestId") == claimer.request_id:
            head = workspace.get(workspace.job_key(workspace.job_of(entry)))
            return head if head and _is_this_claim(head, claimer) else None
    return None


def _is_this_claim(head: Item, claimer: Claimer) -> bool:
    mine = head.get("claimedBy") == claimer.agent and head.get("claimRequestId") == claimer.request_id
    return bool(head["status"] == queue.CLAIMED and claimer.request_id and mine)


def _take(
    workspace: Workspace,
    claimer: Claimer,
    me: Item,
    entries: Sequence[Item],
    now: datetime,
    settings: Settings,
    choose: Choose,
) -> Item | None:
    """Try candidates in a random order among the best kind: agents that all took the head of the line would
    lose nearly every race.
    """
    waiting = _in_order_of_choice(_servable(workspace, me, entries, now), now, choose)
    lost_races = 0
    for entry in waiting:
        head = workspace.get(workspace.job_key(workspace.job_of(entry)))
        if head is None or not _is_free(workspace, head, now, settings):
            continue
        outcome = _claim_one(workspace, head, claimer, now, settings)
        if outcome:
            return outcome
        lost_races += 1
        if lost_races == TRIES:
            return None
    return None


def _claim_one(workspace: Workspace, head: Item, claimer: Claimer, now: datetime, settings: Settings) -> Item | None:
    """The head as claimed, or None: someone else was quicker, or it was its last attempt that lapsed."""
    key = workspace.job_key(head["id"])
    if head["status"] == queue.CLAIMED and not queue.may_try_again(head, settings):
        workspace.update(key, queue.lapse(head, now, settings))
        return None
    outcome = workspace.update(key, queue.claim(head, claimer, now, settings))
    # A lost reply makes botocore repeat a write that succeeded; its failure then shows our own claim.
    mine = outcome.done or (outcome.item is not None and _is_this_claim(outcome.item, claimer))
    return outcome.item if mine else None


def _is_free(workspace: Workspace, head: Item, now: datetime, settings: Settings) -> bool:
    if head["status"] == queue.PENDING:
        return bool(head["visibleAt"] <= instants.write(now))
    return head["status"] == queue.CLAIMED and queue.has_lapsed(head, last_seen(workspace, head), now, settings)


def _servable(workspace: Workspace, me: Item, entries: Sequence[Item], now: datetime) -> list[Item]:
    """Visible entries that this agent can run. A job that names an engine nobody has goes to anybody."""
    visible = [entry for entry in entries if entry["visibleAt"] <= instants.write(now)]
    mine = {runner["id"] for runner in agents.runners_of(me)}
    foreign = {entry["runner"] for entry in visible if "runner" in entry} - mine
    if foreign:
        foreign &= {runner["id"] for runner in agents.offered(agents.online(workspace, now))}
    return [entry for entry in visible if entry.get("runner") not in foreign]


def _in_order_of_choice(entries: list[Item], now: datetime, choose: Choose) -> Iterator[Item]:
    """What is due before what may still wait; at random within each kind."""
    ripe = [entry for entry in entries if entry["due"] <= f"{instants.write(now)}~"]
    for kind in (ripe, [entry for entry in entries if entry not in ripe]):
        while kind:
            picked = choose(kind)
            kind.remove(picked)
            yield picked
