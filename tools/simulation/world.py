"""One world: a workspace, its actors and their clock. All that happens follows from the seed."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from engawa import instants, nodes
from engawa.errors import EngawaError
from engawa.table import Table
from engawa.workspace import Workspace
from tools.simulation import weather
from tools.simulation.calls import UNHEARD, Call, Reply
from tools.simulation.ledger import Ledger
from tools.simulation.unreliable import Died, Unreliable
from tools.simulation.violation import Violation
from tools.simulation.weather import CALM

START = datetime(2026, 11, 29, 8, 0, 2, tzinfo=UTC)
WORKSPACE = "6b1f7a54-0f3e-4c59-9c8e-3d2f0c1a9e10"
DEEPEST = 2  # calls that come between the requests of another
LONG_STALL = 20.0  # seconds
LONGEST_CALL = 29.0  # seconds: the functions' Timeout in template.yaml
ANY = "any job"  # of an actor that looks for the races itself
GRID = 0.25  # seconds: coarse, so that things also happen at the very same instant


def on_grid(seconds: float) -> float:
    return round(seconds / GRID) * GRID


@dataclass(eq=False)
class Actor:
    """`life` gives the seconds until its next turn; each turn makes at most one call, `about` one job or any."""

    life: Iterator[float]
    wake: float
    about: str | None = None
    at_it: bool = False


class World:
    """Its clock is the server's, the only one that counts. A broken promise is raised as a Violation."""

    def __init__(self, seed: int, rng: random.Random) -> None:
        self.rng = rng
        self.weather, self.settings = CALM, weather.settings(rng)
        self.clock = 0.0
        self.closing = False  # nobody orders or claims any more, but for the healthy agent
        self.over = False
        self.log: list[str] = []
        self.faults: Counter[str] = Counter()
        self.table = Unreliable(self, self._written)
        self.ledger = Ledger(self.settings, self.table.memory)
        # The product asks for no more than these methods; its annotation names the class that speaks to AWS.
        self.workspace = Workspace(cast(Table, self.table), WORKSPACE)
        self._actors: list[Actor] = []
        self._calls: list[Call] = []
        self._names: Counter[str] = Counter()
        nodes.found(self.workspace, "Aoki's team", self.now)
        self.weather = weather.drawn(rng)
        self.log.append(f"seed {seed}: {self.settings} {self.weather}")

    @property
    def now(self) -> datetime:
        return START + timedelta(seconds=self.clock)

    def number(self, kind: str) -> int:
        """1, 2, 3 ... for each kind."""
        self._names[kind] += 1
        return self._names[kind]

    def strikes(self, fault: str) -> bool:
        if self.weather is CALM or self.rng.random() >= getattr(self.weather, fault):
            return False
        self.faults[fault] += 1
        return True

    @property
    def actors(self) -> int:
        return len(self._actors)

    # Turns

    def add(self, life: Iterator[float], after: float = 0.0, about: str | None = None) -> None:
        self._actors.append(Actor(life, self.clock + on_grid(after), about))

    def run(self, until: float) -> None:
        """Turn after turn, as long as there are actors, until `until`."""
        while self._actors:
            actor = min(self._actors, key=lambda actor: actor.wake)
            if actor.wake > until:
                return
            self.clock = max(self.clock, actor.wake)
            self._turn(actor)

    def _turn(self, actor: Actor) -> None:
        actor.at_it = True
        try:
            actor.wake = on_grid(next(actor.life)) + self.clock
        except StopIteration:
            self._actors.remove(actor)
        finally:
            actor.at_it = False

    def let_others_in(self) -> None:
        """Between two requests of one call whole calls of others may run, and time goes by."""
        while 0 < len(self._calls) <= DEEPEST and self.strikes("interleaved"):
            others = [actor for actor in self._actors if not actor.at_it]
            if not others:
                return
            # What others do comes later than what was read before, if only by little: the real clock has microseconds.
            self.clock += GRID + on_grid(self.rng.random() * (LONG_STALL if self.rng.random() < 0.02 else 1.0))
            self._turn(self._next_of(others))
        if self._calls and self.clock - self._calls[-1].clock > LONGEST_CALL:
            self.faults["timed_out"] += 1
            raise Died

    def _next_of(self, others: list[Actor]) -> Actor:
        """Often one that has to do with the job that was read last: there the races are."""
        near = [actor for actor in others if actor.about in (self.table.last_read, ANY)]
        return self.rng.choice(near if near and self.rng.random() < 0.5 else others)

    def note_throttled(self) -> None:
        self._calls[-1].throttled += 1

    def close(self) -> None:
        """From now on nothing strikes: what is under way can end."""
        self.weather, self.closing = CALM, True

    # Calls

    def ask(self, call: Call) -> Reply:
        """Over HTTP: the request may be lost, or its reply, or it comes once more when nobody waits for it."""
        if self.strikes("late_copy"):
            self.add(self._late(replace(call)), self.rng.random() * 3 * self.settings.lease)
        if self.strikes("request_lost"):
            self.say(f"{call}: lost on its way")
            return UNHEARD
        reply = self._served(call)
        self.say(f"{call}: {reply}{_got(call, reply)}")
        return UNHEARD if reply.heard and self.strikes("reply_lost") else reply

    def _late(self, call: Call) -> Iterator[float]:
        reply = self._served(call)
        self.say(f"{call}, a late copy: {reply}{_got(call, reply)}")
        yield from ()

    def _served(self, call: Call) -> Reply:
        self._calls.append(call)
        call.clock, call.now, call.began = self.clock, self.now, self.ledger.tick()
        call.instant = instants.write(call.now)
        call.claimed, call.left, call.throttled = [], {}, 0
        try:
            reply = Reply(call.act(call.now))
        except Died:
            reply = UNHEARD
        except EngawaError as error:
            reply = Reply(error=error)
        except Exception as error:
            raise Violation("no call breaks", f"{call}: {error!r}") from error
        finally:
            self._calls.pop()
        self.ledger.answered(call, reply)
        return reply

    def _written(self, before: dict[str, Any] | None, after: dict[str, Any]) -> None:
        if self._calls:
            self.ledger.written(before, after, self._calls[-1])

    def say(self, what: str) -> None:
        self.log.append(f"{self.clock:10.3f} {'  ' * len(self._calls)}{what}")


def _got(call: Call, reply: Reply) -> str:
    """The job that a claim has brought."""
    if call.kind != "claim" or not reply.ok:
        return ""
    job, _ = reply.value
    return f", {job['id'][-6:]} fence {job['fence']}" if job else ", no job"
