"""The faults, struck side by side: each on a machine that nothing else happens to meanwhile."""

import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from tools.chaos import machine, plan, traffic
from tools.chaos.cloud import Cloud
from tools.chaos.machine import Machine
from tools.chaos.proxy import Proxy, Trap
from tools.chaos.strike import Strike
from tools.chaos.targets import Target, Targets
from tools.chaos.terms import LEASE

LOOK_SECONDS = 0.02
TRAP_SECONDS = 30.0
TAKEN_OVER_SECONDS = LEASE + 30.0
GONE_SECONDS = 30.0
LEFT = 7.0  # seconds of work that an engine has before it when its machine is suspended
BACK = (0.2, 3.0)  # seconds until a killed agent is started again


class Strikes:
    """`struck` are those that did, `missed` the kinds for which there was no machine in the state they need. After
    `close` nothing is started any more.
    """

    def __init__(
        self,
        machines: Sequence[Machine],
        folder: Path,
        cloud: Cloud,
        proxy: Proxy,
        rng: random.Random,
        outage: float,
    ) -> None:
        self.struck: list[Strike] = []
        self.missed: list[str] = []
        self._end = threading.Event()
        self._targets = Targets(machines, folder, rng, self._end.wait)
        self._cloud = cloud
        self._proxy = proxy
        self._rng = rng
        self._one_server = threading.Lock()
        self._pool = ThreadPoolExecutor(max_workers=32)
        self._begun: list[Future[None]] = []
        self._how: Mapping[str, Callable[[str], Strike | None]] = {
            plan.KILLED_WORKING: lambda kind: self._kill(kind, working=True),
            plan.KILLED_IDLE: lambda kind: self._kill(kind, working=False),
            plan.KILLED_DELIVERING: lambda kind: self._kill_delivering(kind, after=False),
            plan.KILLED_DELIVERED: lambda kind: self._kill_delivering(kind, after=True),
            plan.SUSPENDED: lambda kind: self._suspend(kind, whole=True),
            plan.STOPPED: lambda kind: self._suspend(kind, whole=False),
            plan.RESTARTED: self._restart,
            plan.SERVER_RESTARTED: lambda kind: self._take_server_away(kind, 0.0),
            plan.OUTAGE: lambda kind: self._take_server_away(kind, outage),
        }

    def begin(self, kind: str) -> None:
        self._begun.append(self._pool.submit(self._strike, kind))

    def check(self) -> None:
        """Raises what one of those met that are over."""
        for begun in self._begun:
            if begun.done():
                begun.result()

    def join(self) -> None:
        """Wait for all that was begun. Raises what one of them met."""
        for begun in self._begun:
            begun.result()

    def close(self) -> None:
        """Returns when whatever is under way has ended."""
        self._end.set()
        self._pool.shutdown()

    def _strike(self, kind: str) -> None:
        struck = self._how[kind](kind)
        if struck:
            self.struck.append(struck)
        else:
            self.missed.append(kind)

    def _kill(self, kind: str, working: bool) -> Strike | None:
        with self._targets.one(working) as target:
            return self._over(kind, target.machine, target.machine.kill()) if target else None

    def _kill_delivering(self, kind: str, after: bool) -> Strike | None:
        """Killed by its own delivery, before the server has the answer or after."""
        with self._targets.one(working=True) as target:
            if target is None:
                return None
            trap = Trap(target.machine.kill, after)
            self._proxy.traps[target.machine.name] = trap
            if not trap.sprung.wait(TRAP_SECONDS) and self._proxy.traps.pop(target.machine.name, None) is trap:
                return None
            trap.sprung.wait()
            return self._over(kind, target.machine, trap.at)

    def _over(self, kind: str, killed: Machine, at: float) -> Strike:
        if not self._end.wait(self._rng.uniform(*BACK)):
            killed.start()
        return Strike(kind, at, time.monotonic(), killed.name)

    def _suspend(self, kind: str, whole: bool) -> Strike | None:
        """Until another agent has its job, and then woken."""
        with self._targets.one(working=True, left=LEFT if whole else 0.0) as target:
            if target is None:
                return None
            at = time.monotonic()
            stopped = target.machine.suspend(whole)
            try:
                taken_over = self._is_taken_over(target.machine.name, at)
            finally:
                woke = machine.wake(stopped)
            gone = self._gone(target, woke) if whole and taken_over else None
            return Strike(kind, at, woke, target.machine.name, gone)

    def _is_taken_over(self, agent: str, at: float) -> bool:
        while time.monotonic() < at + TAKEN_OVER_SECONDS and not self._end.wait(0.5):
            seen = self._proxy.seen
            held = traffic.held(seen, agent, at)
            if all(traffic.next_grant(seen, claim) for claim in held):
                return bool(held)
        return False

    def _gone(self, target: Target, woke: float) -> float | None:
        """After how long its engine is gone, stopped or at its own end."""
        if target.run is None:
            return None
        while not machine.is_gone(target.run.pid) and time.monotonic() < woke + GONE_SECONDS:
            time.sleep(LOOK_SECONDS)
        return time.monotonic() - woke

    def _restart(self, kind: str) -> Strike | None:
        with self._targets.one(working=True) as target:
            if target is None:
                return None
            at = time.monotonic()
            target.machine.stop()
            target.machine.start()
            return Strike(kind, at, time.monotonic(), target.machine.name)

    def _take_server_away(self, kind: str, seconds: float) -> Strike:
        with self._one_server:
            at = time.monotonic()
            self._cloud.stop()
            if not self._end.wait(seconds):
                self._cloud.start()
            return Strike(kind, at, time.monotonic())
