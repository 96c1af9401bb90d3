"""The older kind of agent: no request id, no fence, no renewal; it claims, and sends heartbeats, at its own pace."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engawa import agents, claims
from engawa.agents import HeartbeatIn
from engawa.claims import ClaimIn
from tools.simulation.agents import completion
from tools.simulation.app import POISON
from tools.simulation.calls import Call
from tools.simulation.rules import origin
from tools.simulation.world import World

HEARTBEAT = 30.0  # seconds
# It asks every 2 s; longer pauses spare the simulation calls that find nothing.
POLLS = (2.0, 20.0, 20.0)


@dataclass
class OlderAgent:
    """One process under the name of a token."""

    world: World
    name: str
    awake: bool = True

    def life(self) -> Iterator[float]:
        self.world.add(self._heartbeats())
        while not self.world.closing:
            reply = self.world.ask(self._claim())
            job = reply.value[0] if reply.ok else None
            if job:
                yield from self._work(job)
            yield self.world.rng.choice(POLLS)
        self.awake = False

    def _heartbeats(self) -> Iterator[float]:
        while not self.world.closing:
            if self.awake:
                self.world.ask(self._heartbeat())
            yield HEARTBEAT

    def _work(self, job: dict[str, Any]) -> Iterator[float]:
        lease = self.world.settings.lease
        yield lease * self.world.rng.choice((0.1, 0.3, 0.5, 2, 4))
        is_poison = POISON in job["context"]
        crashes = is_poison or self.world.strikes("crash")
        if crashes or self.world.strikes("sleep"):
            yield from self._away()
        if not crashes:
            yield from self._end(job["id"])

    def _away(self) -> Iterator[float]:
        """Asleep, or starting again: without a heartbeat."""
        self.awake = False
        yield self.world.settings.lease * self.world.rng.random() * 4
        self.awake = True

    def _end(self, job_id: str) -> Iterator[float]:
        failed = self.world.rng.random() < 0.1
        text = origin(job_id, self.name, None) + str(self.world.number("result"))
        answer = {"error": "out of quota"} if failed else {"result": text}
        if not self.world.ask(completion(self.world, self.name, job_id, answer)).ok:
            yield 1.0
            self.world.ask(completion(self.world, self.name, job_id, {"error": "complete failed: 500"}))

    def _claim(self) -> Call:
        space, settings, wanted = self.world.workspace, self.world.settings, ClaimIn.model_validate({})
        return Call("claim", self.name, lambda now: claims.claim(space, self.name, wanted, now, settings))

    def _heartbeat(self) -> Call:
        news = HeartbeatIn.model_validate({"runners": [{"id": "copilot", "label": "Copilot CLI"}]})
        return Call("heartbeat", self.name, lambda now: agents.heartbeat(self.world.workspace, self.name, news, now))
