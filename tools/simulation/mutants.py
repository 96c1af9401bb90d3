"""Mutants: the product with one rule broken. A simulation that lets one of them live proves nothing."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from engawa import (
    answers,
    claims,
    creation,
    endings,
    follow_ups,
    idempotency,
    ids,
    instants,
    lapses,
    leases,
    line,
    nodes,
    queue,
    sweep,
    tree,
)
from engawa.settings import Settings
from engawa.step import ABSENT, PRESENT, Clause, Item, Step
from engawa.workspace import Workspace
from tools.simulation.breaking import (
    Break,
    Mutant,
    answering,
    being,
    leaving_out,
    not_needing,
    setting,
    with_clauses,
    with_step,
)
from tools.simulation.story import Story, tell

ANYHOW, ANYWAY = Clause("pk", PRESENT), Clause("nothing", ABSENT)  # of an item that is there; of any


def by_age(original: Any) -> Callable[..., str]:
    return lambda head, seen, settings: instants.after(instants.read(head["claimedAt"]), settings.lease)


def by_the_agents_clock(original: Any) -> Callable[..., Any]:
    """Every agent's clock is some minutes wrong."""

    def claim(workspace: Workspace, agent: str, wanted: Any, now: datetime, settings: Settings) -> Any:
        return original(workspace, agent, wanted, now + timedelta(minutes=int(agent[-1:], 36) % 4 - 1), settings)

    return claim


def whoever_holds(original: Any) -> Callable[..., Any]:
    """Of a claim's conditions all but the fence."""

    def held(head: Item, agent: str, fence: int | None) -> tuple[Clause, ...]:
        mine = head["status"] == queue.CLAIMED and head["claimedBy"] == agent
        return tuple(clause for clause in original(head, agent, None if mine else fence) if clause.attribute != "fence")

    return held


def in_a_hurry(original: Any) -> Callable[..., Step]:
    def try_again(head: Item, agent: str, fence: int | None, now: datetime, settings: Settings, jitter: float) -> Step:
        step: Step = original(head, agent, fence, now, replace(settings, retry_backoff=0), jitter)
        return step

    return try_again


def at_any_time(original: Any) -> Callable[..., None]:
    return lambda self, entry: original(self, entry if entry["status"] == queue.CLAIMED else {**entry, "visibleAt": ""})


def free_at_any_time(original: Any) -> Callable[..., bool]:
    return lambda workspace, head, *rest: head["status"] == queue.PENDING or original(workspace, head, *rest)


def once_more(original: Any) -> Callable[..., None]:
    def add(workspace: Workspace, node: nodes.NodeIn, now: datetime) -> None:
        parent = workspace.get(workspace.node_key(node.parentId or workspace.id))
        if parent:
            workspace.put(nodes.item_of(workspace, node, tree.place_under(parent), None, now))

    return add


def head_first(original: Any) -> Callable[..., Item]:
    def input_item(workspace: Workspace, head: Item, frozen: Any, settings: Settings) -> Item:
        workspace.put(head, creation.NEW)
        item: Item = original(workspace, head, frozen, settings)
        return item

    return input_item


def untold(original: Any) -> Callable[..., Item]:
    return lambda *args: {**original(*args), "cancelRequested": False}


def fences_anew(step: Step, head: Item) -> Step:
    return replace(step, sets={**step.sets, "fence": 0})


def in_three(name: str, wrong: Break) -> dict[tuple[Any, str], Break]:
    """A rule of queue.py, also where its siblings have imported it."""
    return {(module, name): wrong for module in (queue, endings, lapses) if hasattr(module, name)}


MUTANTS = (
    Mutant("no fence", {(queue, "claim"): setting(fence=lambda head: head["fence"])}),
    Mutant("renewing without the fence", {(queue, "renew"): not_needing("fence")}),
    Mutant("completing without the fence", {(endings, "held"): whoever_holds}),
    Mutant("renewing beyond the hard limit", {(queue, "renew"): not_needing("claimedAt")}),
    Mutant("requeued by the age of its claim", {(lapses, "lease_end"): by_age}),
    Mutant("a second delivery is refused", {(endings, "has_ended_by"): answering(False)}),
    Mutant("a claim does not know its own write", {(claims, "_is_this_claim"): answering(False)}),
    Mutant("a repeated claim is a new one", {(claims, "_claimed_before"): answering(None)}),
    Mutant("a completion does not know its own write", {(answers, "_is_repeated"): answering(False)}),
    Mutant("expiry by the agent's clock", {(claims, "claim"): by_the_agents_clock}),
    Mutant("a release counts as an attempt", {(endings, "release"): setting(attempt=lambda head: head["attempt"])}),
    Mutant("a cancel loses to a release or a failure", {(endings, "NOT_CANCELLED"): being(ANYHOW)}),
    Mutant("a cancel loses to a claim", {(queue, "NOT_CANCELLED"): being(ANYHOW)}),
    Mutant("a cancel loses to a lapse", {(lapses, "NOT_CANCELLED"): being(ANYHOW)}),
    Mutant("a cancel is forgotten", in_three("is_to_be_cancelled", answering(False))),
    Mutant("the sweep writes from a stale read", {(lapses, "as_read"): answering(())}),
    Mutant(
        "a renewal at the same moment is not seen",
        in_three("as_read", with_clauses(lambda name: name != "leaseExpiresAt")),
    ),
    Mutant("the sweep does not ask for heartbeats", {(sweep, "last_seen"): answering(None)}),
    Mutant("a late error beats a stored result", {(answers, "_stored"): answering(None)}),
    Mutant(
        "an error overwrites what has ended", {(endings, "fail"): with_step(lambda step, _: replace(step, must=()))}
    ),
    Mutant("lost without end", {(lapses, "may_try_again"): answering(True), (queue, "may_try_again"): answering(True)}),
    Mutant("failing without end", {(queue, "may_try_again"): answering(True)}),
    Mutant("claimed before its time", {(line.Line, "_note"): at_any_time, (claims, "_is_free"): free_at_any_time}),
    Mutant("tried again at once", {(endings, "try_again"): in_a_hurry}),
    Mutant("a retry counts fences anew", {(queue, "retry"): with_step(fences_anew)}),
    Mutant("a retry keeps the attempts", {(queue, "retry"): setting(attempt=lambda head: head["attempt"])}),
    Mutant("a follow-up at every delivery", {(follow_ups, "_add"): once_more}),
    Mutant(
        "an idempotency key is ignored",
        {(idempotency, "job_for"): lambda _: lambda space, key, order, now: ids.in_order(now)},
    ),
    Mutant("a second result is stored over the first", {(answers, "Clause"): answering(ANYWAY)}),
    Mutant("what has ended stays in line", in_three("ended", leaving_out("due"))),
    Mutant("what waits is swept by its old lease", in_three("waiting", leaving_out("leaseAt"))),
    Mutant("a follow-up that is due is not in the index", {(endings, "completed"): leaving_out("leaseAt")}),
    Mutant("a renewal does not tell of a cancel", {(leases, "renew"): untold}),
    Mutant("the head is written before the input", {(creation, "_input_item"): head_first}),
    Mutant("no lease ever ends", {(lapses, "has_lapsed"): answering(False)}),
    Mutant("a lost job names nobody", {(lapses, "_told"): answering("lost")}),
)


def caught(mutant: Mutant, seeds: range) -> Story | None:
    """The first story that breaks because of the mutant: without it the same one ends well."""
    for seed in seeds:
        with mutant.alive():
            story = tell(seed)
        if story.broken and not tell(seed).broken:
            return story
    return None
