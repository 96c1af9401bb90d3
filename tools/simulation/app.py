"""What an app does: it orders jobs, cancels some, has others tried again, and deletes what they left behind."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from uuid import UUID, uuid5

from engawa import control, creation, instants
from engawa.orders import JobIn
from engawa.step import PRESENT, Clause, Step
from tools.simulation.calls import Call, Reply
from tools.simulation.world import World

POISON = "poison"  # what kills each agent that reads it
TYPES = ("summarize_transcript", "summarize_transcript", "summarize_transcript", "call_minutes")
TRIES = 4
GAPS = (0.1, 0.1, 1.0, 20.0)  # seconds between two orders: some come in a burst


@dataclass
class App:
    """It sends `wanted` orders, one every few seconds; one whose answer was lost comes again, with its key."""

    world: World
    wanted: int
    jobs: list[str] = field(default_factory=list)  # those it knows of

    def orders(self) -> Iterator[float]:
        for _ in range(self.wanted):
            reply = yield from self._insist(self._order())
            if reply.ok:
                self.jobs.append(reply.value["id"])
            yield self.world.rng.choice(GAPS)

    def second_thoughts(self) -> Iterator[float]:
        """Somebody who cancels, has jobs tried again and deletes, whatever came of them."""
        changes, patience = (
            (self._cancel, self._cancel, self._retry, self._retry, self._delete),
            20 + 60 * self.world.rng.random(),
        )
        while not self.world.closing:
            yield patience * self.world.rng.random()
            if self.jobs:
                yield from self._insist(self.world.rng.choice(changes)(self._one_of_them()))

    def _one_of_them(self) -> str:
        """As often as not the one that somebody else has just read, and is about to change."""
        last_read = self.world.table.last_read
        return last_read if last_read and self.world.rng.random() < 0.5 else self.world.rng.choice(self.jobs)

    def _insist(self, call: Call) -> Generator[float, None, Reply]:
        reply = self.world.ask(call)
        for _ in range(TRIES):
            if not reply.helps_to_repeat or (call.kind == "order" and call.request is None):
                break
            yield 5 * self.world.rng.random()
            reply = self.world.ask(call)
        return reply

    # Calls

    def _order(self) -> Call:
        rng, world = self.world.rng, self.world
        key = f"key-{world.number('key')}" if rng.random() < 0.5 else None
        soon = instants.after(world.now, 200 * rng.random()) if rng.random() < 0.1 else None
        body = {
            "type": rng.choice(TYPES),
            "sourceText": POISON if rng.random() < 0.06 else "Price in March?",
            "runner": "ollama" if rng.random() < 0.2 else None,
            "background": rng.random() < 0.2,
            "notBefore": soon,
        }
        wanted = JobIn.model_validate(body)
        return Call(
            "order",
            "app",
            lambda now: creation.create(world.workspace, wanted, now, world.settings, key),
            request=key,
        )

    def _cancel(self, job_id: str) -> Call:
        world = self.world
        return Call(
            "cancel", "app", lambda now: control.cancel(world.workspace, job_id, now, world.settings), job_id=job_id
        )

    def _retry(self, job_id: str) -> Call:
        world = self.world
        return Call(
            "retry", "app", lambda now: control.retry(world.workspace, job_id, now, world.settings), job_id=job_id
        )

    def _delete(self, job_id: str) -> Call:
        """The node that a job left, if there is one yet: whoever deletes it does not want it back."""
        key = self.world.workspace.node_key(str(uuid5(UUID(job_id), "follow-up")))
        gone = Step((Clause("pk", PRESENT),), {"col": None, "deletedAt": instants.write(self.world.now)})
        return Call("delete", "app", lambda now: self.world.workspace.update(key, gone), job_id=job_id)
