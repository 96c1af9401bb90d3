"""The verdict: what must be true of every job when all is over."""

from uuid import UUID, uuid5

from engawa.queue import DONE, ENDED, FAILED
from engawa.step import Item
from tools.simulation.app import POISON, App
from tools.simulation.violation import demand
from tools.simulation.world import World


def reach(world: World, app: App) -> None:
    """Raises Violation."""
    demand(set(app.jobs) <= set(world.ledger.records), "an order that was confirmed is a job", app.jobs)
    for job_id in world.ledger.records:
        head = world.ledger.head(job_id)
        demand(head["status"] in ENDED, "no job is lost", head)
        _of_result(world, head)
        _of_poison(world, head)


def _of_result(world: World, head: Item) -> None:
    if head["status"] != DONE:
        return
    item = world.table.memory.find(world.workspace.result_key(head["id"], head["endedFence"])) or {}
    accepted = world.ledger.accepted.get(head["id"], item.get("text"))
    demand("text" in item and item["text"] == accepted, "the accepted result never changes", head)
    node = world.workspace.node_key(str(uuid5(UUID(head["id"]), "follow-up")))
    settled = "followUp" not in head and (head["type"] != "call_minutes" or world.table.memory.find(node) is not None)
    demand(settled, "no follow-up is forgotten", head)


def _of_poison(world: World, head: Item) -> None:
    """An agent that took it never answered."""
    order = world.table.memory.find(world.workspace.input_key(head["id"])) or {}
    if POISON not in order["frozen"]:
        return
    demand(head["status"] != DONE, "a poison job is never done", head)
    named = head["status"] != FAILED or head["errorCode"] in ("lost", "expired")
    demand(named, "a poison job that has failed was lost", head)
