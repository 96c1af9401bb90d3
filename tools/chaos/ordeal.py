"""One run from its beginning to its end: the stack, the line, the agents, the app, and the faults among them."""

import shutil
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from engawa_agent.api import Api
from tools.chaos import diary, leftovers, plan, survey
from tools.chaos.app import App
from tools.chaos.cloud import Cloud
from tools.chaos.evidence import Evidence
from tools.chaos.machine import Machine
from tools.chaos.plan import Order, Planned
from tools.chaos.proxy import Proxy, listening
from tools.chaos.strikes import Strikes
from tools.chaos.terms import AGENTS, OPEN, SETTINGS, Terms

LOOK_SECONDS = 0.05
TELL_SECONDS = 10.0
AWAY_SECONDS = 240.0  # beyond its outage, before the server is given up
GONE_SECONDS = 5.0  # for what ends a moment after the one that started it

Say = Callable[[str], object]


@dataclass(frozen=True)
class Stage:
    """Everything that takes part."""

    terms: Terms
    folder: Path
    cloud: Cloud
    proxy: Proxy
    app: App
    machines: list[Machine]
    strikes: Strikes
    say: Say


@contextmanager
def grounds(is_kept: Callable[[], bool] = lambda: False) -> Iterator[Path]:
    """A folder for one run. Nothing runs in it any more when that is over, and it is gone unless it is to be kept."""
    folder = Path(tempfile.mkdtemp(prefix="engawa-chaos-"))
    try:
        yield folder
    finally:
        leftovers.end(folder)
        if not is_kept():
            shutil.rmtree(folder, ignore_errors=True)


def undergone(terms: Terms, folder: Path, say: Say) -> Evidence:
    """The whole of it. Raises Failed when the stack does not start."""
    orders = plan.orders(terms.seed, terms.jobs)
    _write_script(folder, orders)
    began = time.monotonic()
    with _stage(terms, folder, say) as stage:
        _drive(stage, orders)
        stage.strikes.join()
        for machine in stage.machines:
            machine.stop()
        evidence = _evidence(stage)
        folders = [found for machine in stage.machines for found in machine.folders]
    return replace(evidence, left=_left(folder), folders=folders, seconds=time.monotonic() - began)


def _write_script(folder: Path, orders: list[Order]) -> None:
    for name in ("acts", "runs"):
        (folder / name).mkdir()
    for order in orders:
        (folder / "acts" / order.marker).write_text("\n".join(map(str, order.acts)), encoding="ascii")


@contextmanager
def _stage(terms: Terms, folder: Path, say: Say) -> Iterator[Stage]:
    names = [f"agent-{number}" for number in range(1, AGENTS + 1)]
    with ExitStack() as stack:
        cloud = stack.enter_context(Cloud(folder / "data", SETTINGS))
        proxy = Proxy(cloud.port, terms.rates, plan.chance("line", terms.seed))
        urls = stack.enter_context(listening(proxy, ["app", *names]))
        app = stack.enter_context(closing(App(urls["app"], cloud.tokens["member"], terms.outage + AWAY_SECONDS)))
        machines = [Machine(folder, name, urls[name], cloud.tokens["agent"]) for name in names]
        rng = plan.chance("strikes", terms.seed)
        strikes = Strikes(machines, folder, cloud, proxy, rng, terms.outage)
        stack.callback(strikes.close)
        yield Stage(terms, folder, cloud, proxy, app, machines, strikes, say)


def _drive(stage: Stage, orders: list[Order]) -> None:
    """Order jobs as others end, and let the faults strike, until all jobs have ended or the time is over."""
    stage.app.settle_in()
    for machine in stage.machines:
        machine.start()
    waiting, faults = deque(orders), deque(plan.faults(stage.terms.seed, len(orders)))
    began = told = time.monotonic()
    while (waiting or stage.app.open) and time.monotonic() < began + stage.terms.longest:
        _turn(stage, waiting, faults)
        if time.monotonic() >= told + TELL_SECONDS:
            told = time.monotonic()
            ended, struck = len(stage.app.first), len(stage.strikes.struck)
            stage.say(f"  {ended:,} of {len(orders):,} jobs have ended, {struck} faults struck")
        time.sleep(LOOK_SECONDS)


def _turn(stage: Stage, waiting: deque[Order], faults: deque[Planned]) -> None:
    if waiting and len(stage.app.open) < OPEN:
        stage.app.order(waiting.popleft())
    stage.app.look()
    while faults and faults[0].after <= len(stage.app.first):
        stage.strikes.begin(faults.popleft().kind)
    stage.strikes.check()
    for machine in stage.machines:
        machine.look_after()


def _evidence(stage: Stage) -> Evidence:
    with closing(Api(stage.cloud.url, stage.cloud.tokens["member"])) as api:
        jobs, nodes = survey.jobs(api), survey.nodes(api)
    cleared = [event for machine in stage.machines for event in machine.said if event["event"] == "cleared"]
    return Evidence(
        orders=stage.app.orders,
        first=stage.app.first,
        jobs=jobs,
        nodes=nodes,
        runs=diary.read(stage.folder),
        seen=stage.proxy.seen,
        planned=[fault.kind for fault in plan.faults(stage.terms.seed, stage.terms.jobs)],
        struck=stage.strikes.struck,
        missed=stage.strikes.missed,
        troubles=[trouble for machine in stage.machines for trouble in machine.trouble],
        cleared=(sum(event["processes"] for event in cleared), sum(event["folders"] for event in cleared)),
    )


def _left(folder: Path) -> list[int]:
    """The processes that do not go away."""
    deadline = time.monotonic() + GONE_SECONDS
    while (left := leftovers.of(folder)) and time.monotonic() < deadline:
        time.sleep(LOOK_SECONDS)
    return [process.pid for process in left]
