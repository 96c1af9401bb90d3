"""The loop: ask for a job, put it into a hand, ask again when the server says so."""

import random as randomness
import threading
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from engawa_agent import claimed
from engawa_agent.calls import Calls
from engawa_agent.claimed import Claimed, Fences
from engawa_agent.deliver import Delivery
from engawa_agent.engines import Engine
from engawa_agent.hand import Agree, Hand, Means
from engawa_agent.hands import Hands
from engawa_agent.holds import Hold
from engawa_agent.lineup import Lineup
from engawa_agent.link import Link
from engawa_agent.report import Report
from engawa_agent.spool import Spool
from engawa_agent.toolbox import Toolbox

# An engine's time for one job, which is also what the first Ctrl-C says may still pass.
JOB_SECONDS = 600.0
NO_ENGINE_SECONDS = 30.0
# While it takes no job it looks that often whether it may again, and shows that often that it is there.
HOLD_LOOK_SECONDS = 2.0
SIGN_OF_LIFE_SECONDS = 30.0
# Also while nothing changes, as only the answer to this tells that the token is to be renewed.
NEWS_SECONDS = 6 * 3600.0
MOST_DECLINED = 100  # what the server takes in a claim


class Worker:
    """`stopping`: no further claim. `stop_now`: the jobs in hand go back. Other threads end it by `finish` and
    `give_back`. `held` says why no new job may start now, `refusal` why this job may not, `started` is told of each.
    `heard` is told what the server answers to a sign of life, `idle` is called when no job is in hand; where it returns
    True the server knows this agent by another token now.
    """

    def __init__(
        self,
        link: Link,
        lineup: Lineup,
        report: Report,
        spool: Spool,
        *,
        clock: Callable[[], float],
        sleep: Callable[[float], object] | None = None,
        random: Callable[[], float] = randomness.random,
        concurrency: int = 1,
        seconds: float = JOB_SECONDS,
        held: Callable[[], Hold | None] = lambda: None,
        refusal: Callable[[Mapping[str, Any]], str | None] = lambda job: None,
        started: Callable[[], object] = lambda: None,
        agree: Agree = lambda job, engine, over: True,
        toolbox: Callable[[Mapping[str, Any]], Toolbox | None] = lambda job: None,
        heard: Callable[[Any], object] = lambda answer: None,
        idle: Callable[[], bool] = lambda: False,
    ) -> None:
        self.stopping = threading.Event()
        self.stop_now = threading.Event()
        self._wake = threading.Event()
        self.hands = Hands(concurrency, self._wake)
        self._lineup = lineup
        self._report = report
        self._clock = clock
        # A job that ends may wake a nap between two questions, but no pause that somebody asked for.
        self._sleep, self._nap = sleep or self.stopping.wait, sleep or self._doze
        self._held, self._refusal, self._started = held, refusal, started
        self._heard, self._idle = heard, idle
        self._announced = clock()
        # An answer in hand is still delivered after `stopping`: only `stop_now` wakes that sleep.
        self._delivery = Delivery(
            link, report, spool, stop=self.stop_now, sleep=sleep or self.stop_now.wait, random=random
        )
        self._calls = Calls(link, report, self.stopping, clock, self._sleep, random)
        self._means = Means(link, lineup, report, self._delivery, clock, random, seconds, self._agrees, toolbox)
        self._agree = agree
        self._fences = Fences()
        self._declined: deque[str] = deque(maxlen=MOST_DECLINED)

    def finish(self) -> None:
        """Take no further job; those in hand are finished."""
        self.stopping.set()
        self._wake.set()

    def give_back(self) -> None:
        """Take no further job, and give back those in hand."""
        self.stop_now.set()
        self.finish()
        for hand in self.hands.running:
            hand.lease.end("stopping")

    def run(self, once: bool = False) -> None:
        """Work until told to stop, or with `once` until there is no job. Raises NoAccess, Stop or ServerAway."""
        try:
            self._announce(once)
            self._delivery.leftovers()
            while not self.stopping.is_set() and self._step(once):
                self.hands.check()
        finally:
            self.stopping.set()
            self.hands.join()

    def _step(self, once: bool) -> bool:
        """One look at how things stand; False when with `once` nothing is left to do."""
        if self._lineup.refresh(self._clock()) or self._clock() - self._announced >= NEWS_SECONDS:
            self._announce(once)
        if self._renewed():
            self._announce(once)
        if not self._lineup.usable:
            return self._without_engine(once)
        if not self.hands.free(self._lineup.usable):
            self._doze(SIGN_OF_LIFE_SECONDS)
        elif hold := self._held():
            return self._rest(hold, once)
        else:
            return self._ask(once)
        return True

    def _renewed(self) -> bool:
        """Whether the server knows this agent by another token now."""
        return not self.hands.running and self._idle()

    def _without_engine(self, once: bool) -> bool:
        if once:
            raise self._lineup.none()
        self._pause("no engine", NO_ENGINE_SECONDS)
        return True

    def _ask(self, once: bool) -> bool:
        self._wake.clear()
        asked = self._clock()
        busy = self.hands.busy(self._lineup.usable)
        answer, poll = self._calls.claim(self._lineup.runners(), busy, list(self._declined), once)
        if once and answer is None:
            return self._wait_for_hands()
        if answer is None or not self._take(answer, asked):
            self._report.state("waiting")
            self._nap(poll)
        return True

    def _wait_for_hands(self) -> bool:
        """What is in hand may bring forth another job: with `once` it is asked again after it."""
        running = bool(self.hands.running)
        if running:
            self._doze(SIGN_OF_LIFE_SECONDS)
        return running

    def _announce(self, once: bool, hold: Hold | None = None) -> None:
        self._announced = self._clock()
        self._heard(self._calls.heartbeat(self._lineup.runners(), self._lineup.machine, hold, once))

    def _rest(self, hold: Hold, once: bool) -> bool:
        """Take no job while something holds it, and let the team see why; with `once` that is the end."""
        self._report.say("paused", f"No new job for now: {hold}.", **hold.wire())
        self._announce(once, hold)
        told, seen = hold, self._clock()
        while not once and not self.stopping.is_set() and (now := self._held()):
            if self._renewed() or now != told or self._clock() - seen >= SIGN_OF_LIFE_SECONDS:
                self._announce(once, now)
                told, seen = now, self._clock()
            self._pause(now.reason, HOLD_LOOK_SECONDS)
        return not once

    def _take(self, answer: Any, asked: float) -> bool:
        """Put a claimed job into a hand; False for what is none, or is not to be run here."""
        job = claimed.read(answer)
        if job is None or not self._fences.is_new(job):
            self._report.say("odd_claim", "What the server sent is no new job; it was ignored.")
            return False
        reason = "stopping" if self.stopping.is_set() else job.trouble or self._refusal(job.whole)
        if reason:
            self._put_back(job, reason)
            return False
        engine = self._lineup.choose(job.runner, self.hands.busy(self._lineup.usable))
        self.hands.start(Hand(self._means, job, engine, asked))
        return True

    def _put_back(self, job: Claimed, reason: str) -> None:
        self._declined.append(job.id)
        self._delivery.release(job, reason)
        self._report.say("released", f"{job.kind}  {job.id}  was given back: {reason}.", jobId=job.id, reason=reason)

    def _agrees(self, job: Claimed, engine: Engine, over: Callable[[], bool]) -> bool:
        agreed = self._agree(job, engine, lambda: over() or self.stopping.is_set())
        self._started() if agreed else self._declined.append(job.id)
        return agreed

    def _pause(self, word: str, seconds: float) -> None:
        self._report.state(word)
        self._sleep(seconds)

    def _doze(self, seconds: float) -> None:
        """Until a hand is free, or it is told to stop."""
        if not self.stopping.is_set():
            self._wake.wait(seconds)
