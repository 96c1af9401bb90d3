"""What apps, agents and time do to a workspace's jobs, in any order."""

from types import SimpleNamespace
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, precondition, rule

from engawa import instants, nodes
from engawa.orders import JobIn
from engawa.workspace import Workspace
from makers import BOARD_ID, NOW, a_board, a_node
from queue_model import Claim, after
from queue_pair import OFFERS, OPEN, Pair

NAMES = st.sampled_from(sorted(OFFERS))
REQUESTS = st.sampled_from(["request-1", "request-2", "request-3", "request-4"])
KEYS = st.sampled_from([None, None, None, "key-1", "key-2"])
RUNNERS = st.sampled_from([None, None, "ollama", "copilot-cli", "nobody's"])
# How long nothing happens before a thing does. Leases are kept, or end; so do heartbeats, the hard limit, the wait of
# a job, and an idempotency key.
PAUSES = st.sampled_from([0] * 10 + [1, 25, 25, 25, 50, 50, 61, 61, 95, 700, 1801, 90_000])
WORK = st.sampled_from(["renew", "renew", "renew", "result", "error", "retryable", "retryable", "release"])
CLAIMS_BACK = st.sampled_from([0, 0, 0, 0, 1, 1, 2, 3, 4, 7])  # of all claims, the latest first
THE_SWEEP = "the sweep"
IN_40_DAYS = 40 * 86_400


class QueueMachine(RuleBasedStateMachine):
    """Each rule is drawn as often as the others."""

    made = Bundle("made")

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        # Hypothesis would leave out half of the rules in each example, but a job's life needs them all.
        self._rules_strategy.enabled_rules_strategy = st.just(SimpleNamespace(is_enabled=lambda rule: True))
        nodes.found(workspace, "Aoki's team", NOW)
        a_board(workspace, a_node(data={"text": "Price in March"}))
        self.pair = Pair(workspace)

    @initialize(target=made, count=st.integers(1, 4))
    def begin(self, count: int) -> Any:
        return multiple(*(self.order(None, None, False, 0, 0) for _ in range(count)))

    @rule(
        target=made,
        key=KEYS,
        runner=RUNNERS,
        background=st.booleans(),
        wait=st.sampled_from([0, 40, 3600]),
        pause=PAUSES,
    )
    def order(self, key: str | None, runner: str | None, background: bool, wait: int, pause: int) -> Any:
        """An order under a key is for now, or none would come twice."""
        self.pair.pause(pause)
        visible = after(self.pair.now, 0 if key else wait)
        not_before = instants.write(visible) if wait and not key else None
        order = JobIn(type="summarize_board", targetId=BOARD_ID, runner=runner, background=background)
        return self.pair.create(order.model_copy(update={"notBefore": not_before}), visible, key) or multiple()

    @rule(name=NAMES, request=REQUESTS, pause=PAUSES)
    def claim(self, name: str, request: str, pause: int) -> None:
        self.pair.pause(pause)
        self.pair.claim(name, request)

    @precondition(lambda self: self.pair.claims)
    @rule(what=WORK, back=CLAIMS_BACK, pause=PAUSES)
    def work(self, what: str, back: int, pause: int) -> None:
        """Also by an agent that has lost its job, and again by one that has delivered."""
        self.pair.pause(pause)
        if what == "renew":
            self.pair.renew(self._claim(back))
        else:
            self.pair.deliver(self._claim(back), what)

    @precondition(lambda self: self.pair.claims)
    @rule(what=WORK, back=CLAIMS_BACK, name=NAMES)
    def work_for_another(self, what: str, back: int, name: str) -> None:
        self.pair.pause(0)
        self.pair.work_for_another(self._claim(back), what, name)

    def _claim(self, back: int) -> Claim:
        return self.pair.claims[-1 - back % len(self.pair.claims)]

    @rule(job_id=made, what=st.sampled_from(["cancel", "retry"]), pause=PAUSES)
    def steer(self, job_id: str, what: str, pause: int) -> None:
        self.pair.pause(pause)
        self.pair.steer(job_id, what)

    @rule(who=st.sampled_from([*OFFERS, THE_SWEEP, THE_SWEEP]), pause=PAUSES)
    def come_by(self, who: str, pause: int) -> None:
        """A heartbeat, or the sweep."""
        self.pair.pause(pause)
        if who == THE_SWEEP:
            self.pair.sweep()
        else:
            self.pair.heartbeat(who)

    @invariant()
    def both_are_alike(self) -> None:
        self.pair.compare()

    def teardown(self) -> None:
        """In time everything ends, and what was answered is still so answered."""
        if not self.pair.sound:
            return  # the failure that there was is the one to be told
        for _ in range(2):
            self.come_by(THE_SWEEP, IN_40_DAYS)
            self.pair.compare()
        assert not any(job.status in OPEN for job in self.pair.line.jobs.values())
        self.pair.compare_results()
