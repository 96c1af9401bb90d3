"""The story of one seed: jobs are ordered, agents come and fail, then all is left to run on and must end well."""

from collections import Counter
from dataclasses import dataclass, replace

from tools.simulation import verdict
from tools.simulation.agents import Agent
from tools.simulation.app import App
from tools.simulation.chance import seeded
from tools.simulation.older import OlderAgent
from tools.simulation.schedule import sweeps
from tools.simulation.violation import Violation, demand
from tools.simulation.world import ANY, World

OLLAMA, COPILOT = {"id": "ollama", "label": "Ollama"}, {"id": "copilot", "label": "Copilot CLI"}
JOBS = 24
SLICE = 60.0  # seconds between two looks whether all is over
LASTING = 2  # actors that stay to the end: the healthy agent and the schedule


@dataclass(frozen=True)
class Story:
    """What one seed came to. `broken` is the promise that was not kept, if any, and `detail` by whom."""

    seed: int
    jobs: int
    ends: Counter[str]
    faults: Counter[str]
    log: list[str]
    broken: str | None = None
    detail: str = ""


def tell(seed: int, jobs: int = JOBS) -> Story:
    with seeded(seed) as rng:
        world, violation = World(seed, rng), None
        try:
            _live(world, jobs)
        except Violation as broken:
            violation = broken
    heads = map(world.ledger.head, world.ledger.records)
    ends = Counter(head.get("errorCode") or head["status"] for head in heads)
    story = Story(seed, len(world.ledger.records), ends, world.faults, world.log)
    return replace(story, broken=violation.invariant, detail=violation.detail) if violation else story


def _live(world: World, jobs: int) -> None:
    app = App(world, jobs)
    world.add(app.orders())
    for _ in range(world.rng.choice((0, 1, 1, 2))):
        world.add(app.second_thoughts(), about=ANY)
    for number in range(world.rng.randint(2, 4)):
        world.add(Agent(world, f"token-1:laptop no. {number}", world.rng.choice(([], [OLLAMA], [COPILOT]))).life())
    for number in range(world.rng.choice((0, 0, 1, 2))):
        world.add(OlderAgent(world, f"older-{number}").life())
    world.add(sweeps(world))
    world.run(jobs * 6 + 3 * world.settings.lease * world.rng.random())
    _end_well(world)
    verdict.reach(world, app)


def _end_well(world: World) -> None:
    """With a healthy agent and the sweep each job ends, and what others still have on their way does no harm."""
    world.close()
    world.add(Agent(world, "healthy", [], healthy=True).life())
    until = world.clock
    at_most = until + 3600 + 3 * (world.settings.max_attempts + 2) * world.settings.hard_limit
    while world.ledger.open or world.actors > LASTING:
        until += SLICE
        demand(until < at_most, "no job is lost", *world.ledger.open)
        world.run(until)
    world.over = True
    world.run(until + 10 * SLICE)
