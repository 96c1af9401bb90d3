"""An agent that renews: its processes crash, sleep through their lease, and come back under the same name."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Any

from engawa import answers, claims, leases
from engawa.answers import CompleteIn
from engawa.claims import ClaimIn
from engawa.errors import NotFound, StaleClaim
from engawa.leases import ReleaseIn, RenewIn
from tools.simulation.app import POISON
from tools.simulation.calls import Call, Reply
from tools.simulation.rules import origin
from tools.simulation.world import World

PATIENCE = (1, 2, 4, 8, 16)  # seconds between two tries of one call
IDLE = (0.2, 4, 8, 16)  # of the pause that the server asks for: more would find nothing most of the time
ENDS = ("result",) * 6 + ("error", "retryable", "retryable", "release")


@dataclass
class Held:
    """A job in hand, and what its renewals have heard. Nobody renews while the machine is `asleep`."""

    job_id: str
    fence: int
    is_poison: bool
    is_lost: bool = False
    is_cancelled: bool = False
    asleep: bool = False
    over: bool = False


@dataclass
class Agent:
    """One process; several may run under one name. A `healthy` one works on to the end of the world."""

    world: World
    name: str
    runners: list[dict[str, str]]
    healthy: bool = False

    def life(self) -> Iterator[float]:
        while not (self.world.over if self.healthy else self.world.closing):
            reply = yield from self._insist(self._claim())
            job, pause = reply.value if reply.ok else (None, 2000)
            if job:
                yield from self._work(Held(job["id"], job["fence"], POISON in job["context"]))
            else:
                yield pause / 1000 * self.world.rng.choice(IDLE)

    def _wrong(self, seconds: float) -> float:
        """An agent goes by its own clock."""
        return seconds * self.world.rng.choice((0.2, 1, 1, 1, 2, 4))

    def _insist(self, call: Call) -> Generator[float, None, Reply]:
        """The same call until there is an answer, or patience is at its end."""
        for pause in PATIENCE:
            reply = self.world.ask(call)
            if not reply.helps_to_repeat:
                break
            yield self._wrong(pause)
        return reply

    def _work(self, held: Held) -> Iterator[float]:
        self.world.add(self._renewals(held), self._wrong(self.world.settings.renew), held.job_id)
        yield self._engine_time()
        if held.is_poison or self.world.strikes("crash"):
            yield from self._crash(held)
        else:
            if self.world.strikes("sleep"):
                yield from self._sleep(held)
            yield from self._end(held)
        held.over = True

    def _engine_time(self) -> float:
        return self.world.settings.lease * self.world.rng.choice((0.1, 0.2) if self.healthy else (0.1, 0.3, 0.5, 2))

    def _crash(self, held: Held) -> Iterator[float]:
        """Before the answer is on its way, after, or with the answer on disk, delivered when the agent is back."""
        held.over = True
        when = "poisoned" if held.is_poison else self.world.rng.choice(("before", "after", "spooled"))
        self.world.faults[f"crashed_{when}"] += 1
        if when == "after":
            self.world.ask(self._result(held))
        yield self.world.settings.lease * self.world.rng.random() * 2
        if when == "spooled":
            yield from self._insist(self._result(held))

    def _sleep(self, held: Held) -> Iterator[float]:
        """Longer than the lease as a rule. Meanwhile its user may have started another one."""
        held.asleep = True
        if self.world.rng.random() < 0.4:
            self.world.faults["started_twice"] += 1
            self.world.add(Agent(self.world, self.name, self.runners).life())
        yield self.world.settings.lease * self.world.rng.random() * 4
        held.asleep = False

    def _end(self, held: Held) -> Iterator[float]:
        if held.is_lost and self.world.rng.random() < 0.7:  # the others go on all the same
            return
        how = "result" if self.healthy else self.world.rng.choice(ENDS)
        if held.is_cancelled and self.world.rng.random() < 0.7:
            how = "error"
        calls = {"result": self._result, "error": self._error, "retryable": self._retryable, "release": self._release}
        yield from self._insist(calls[how](held))

    def _renewals(self, held: Held) -> Iterator[float]:
        """A thread of its own, which a slow delivery does not stop."""
        while not (held.over or held.is_lost):
            if not held.asleep:
                reply = self.world.ask(self._renew(held))
                held.is_lost = isinstance(reply.error, (StaleClaim, NotFound))
                held.is_cancelled = held.is_cancelled or (reply.ok and reply.value["cancelRequested"])
            yield self._wrong(self.world.settings.renew)

    # Calls

    def _claim(self) -> Call:
        request = f"request-{self.world.number(self.name)}"  # which an agent of another name may send, too
        wanted = ClaimIn.model_validate({"requestId": request, "runners": self.runners})
        space, settings = self.world.workspace, self.world.settings
        return Call(
            "claim", self.name, lambda now: claims.claim(space, self.name, wanted, now, settings), request=request
        )

    def _renew(self, held: Held) -> Call:
        wanted = RenewIn.model_validate({"fence": held.fence, "phase": "writing", "amount": 7})
        space, settings = self.world.workspace, self.world.settings
        return Call(
            "renew",
            self.name,
            lambda now: leases.renew(space, self.name, held.job_id, wanted, now, settings),
            job_id=held.job_id,
            fence=held.fence,
        )

    def _release(self, held: Held) -> Call:
        wanted = ReleaseIn.model_validate({"fence": held.fence, "reason": "stopping"})
        space, settings = self.world.workspace, self.world.settings
        return Call(
            "release",
            self.name,
            lambda now: leases.release(space, self.name, held.job_id, wanted, now, settings),
            job_id=held.job_id,
            fence=held.fence,
        )

    def _result(self, held: Held) -> Call:
        text = origin(held.job_id, self.name, held.fence) + str(self.world.number("result"))
        return self._complete(held, runner="ollama", result=text)

    def _error(self, held: Held) -> Call:
        return self._complete(held, error="out of quota")

    def _retryable(self, held: Held) -> Call:
        return self._complete(held, error="no answer", retryable=True)

    def _complete(self, held: Held, **answer: Any) -> Call:
        return completion(self.world, self.name, held.job_id, {"fence": held.fence, **answer})


def completion(world: World, agent: str, job_id: str, answer: dict[str, Any]) -> Call:
    wanted, space, settings = CompleteIn.model_validate(answer), world.workspace, world.settings
    return Call(
        "complete",
        agent,
        lambda now: answers.complete(space, agent, job_id, wanted, now, settings),
        job_id=job_id,
        fence=wanted.fence,
        retryable=wanted.retryable,
    )
