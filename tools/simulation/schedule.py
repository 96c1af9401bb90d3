"""The schedule: the sweep, every minute as a rule."""

from collections.abc import Iterator

from engawa.sweep import sweep
from tools.simulation.calls import Call
from tools.simulation.world import World

PERIOD = 60.0  # seconds


def sweeps(world: World) -> Iterator[float]:
    """A failed one is not repeated: the next one does its work."""
    while not world.over:
        world.ask(Call("sweep", "schedule", lambda now: sweep(world.workspace.table, now, world.settings)))
        yield PERIOD * world.rng.choice((0.5, 1, 1, 1, 2))
