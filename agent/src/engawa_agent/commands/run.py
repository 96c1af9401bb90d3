"""`engawa run`: claim jobs and run them on this machine."""

import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from engawa_agent import config, instance, keeping, machine, mark, policy, state, toolbox
from engawa_agent import confirm as asking_owner
from engawa_agent.api import Api
from engawa_agent.config import Config
from engawa_agent.connection import Connection, connection, opened, set_option
from engawa_agent.engines import roster
from engawa_agent.errors import Exit
from engawa_agent.hand import Agree
from engawa_agent.holds import Holds
from engawa_agent.interrupts import Interrupts, unwind
from engawa_agent.lineup import Lineup
from engawa_agent.link import Link
from engawa_agent.policy import Policy
from engawa_agent.report import Report
from engawa_agent.rotation import Rotation
from engawa_agent.screen import screen
from engawa_agent.settings import Access
from engawa_agent.spool import Spool
from engawa_agent.tools import BUILT_IN
from engawa_agent.worker import Worker

LOOK_SECONDS = 0.1
# Within these everything of a second Ctrl-C is over: engine ended, job given back.
LAST_SECONDS = 2.5


@click.command()
@click.option("--engine", "engines", multiple=True, metavar="ID", help="Use only this engine. May be repeated.")
@click.option(
    "--concurrency",
    type=click.IntRange(1, 32),
    default=1,
    show_default=True,
    help="Jobs at once; one on each engine, unless it can do more.",
)
@click.option(
    "--policy",
    "policy_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="What this machine allows. Else policy.toml beside the saved login.",
)
@click.option("--confirm", is_flag=True, help="Ask before each job.")
@click.option("--once", is_flag=True, help="Stop when there is no job left.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document a line, for each thing that happens.")
@set_option
@connection
def command(
    engines: tuple[str, ...],
    concurrency: int,
    policy_file: Path | None,
    confirm: bool,
    once: bool,
    as_json: bool,
    flags: tuple[str, ...],
    connection: Connection,
) -> int:
    """Claim jobs and run them on this machine, until Ctrl-C.

    The first Ctrl-C finishes the job in hand, the second gives it back at once.
    """
    unwind()
    url, rules = connection.address(), policy.load(policy_file)
    rules = replace(rules, confirm=rules.confirm or confirm)
    settings = config.load(os.environ, flags)
    chosen = roster.load(rules.engines_of(engines), settings)
    if rules.confirm:
        asking_owner.check(sys.stdin)
    home = state.folder()
    with instance.take(home, url, datetime.now(UTC)) as here, screen(as_json, stream=sys.stdout) as report:
        here.cleared.tell(report)
        # Only now: before it had its number another agent could have exchanged the token for a new one.
        access = connection.access("agent")
        api = opened(access)
        # From here on whatever is started is an engine's. A keyring's service is not, which may have come up just now.
        os.environ[mark.VARIABLE] = here.mark
        lineup = Lineup(lambda: roster.check_all(chosen), report, machine=machine.agent_name(), now=time.monotonic())
        spool = Spool(home / "spool", api.url, report)
        link = Link(api, report, here.agent_id)
        terms = {**_terms(rules, settings, home, report), **_renewal(access, api, home, report)}
        terms["toolbox"] = lambda job: toolbox.of_job(job, BUILT_IN, api)
        worker = Worker(link, lineup, report, spool, clock=time.monotonic, concurrency=concurrency, **terms)
        return _watch(worker, once, report, here.stop_requested)


def _renewal(access: Access, api: Api, home: Path, report: Report) -> dict[str, Any]:
    """How the worker renews its token; one that was given to it is for its giver to renew."""
    if not access.kept:
        return {}
    rotation = Rotation(api, keeping.here(), lambda: instance.alone(home), report, time.monotonic)
    return {"heard": rotation.hear, "idle": rotation.turn}


def _terms(rules: Policy, settings: Config, home: Path, report: Report) -> dict[str, Any]:
    """On which terms jobs run on this machine, as the worker asks for them."""
    holds = Holds(rules, home, lambda text: report.say("pause_damaged", text), clock=time.monotonic)
    terms = {
        "seconds": _seconds(rules, settings),
        "refusal": rules.refusal,
        "held": lambda: holds.now(datetime.now(UTC)),
        "started": lambda: holds.started(datetime.now(UTC)),
    }
    return {**terms, "agree": _owner(report)} if rules.confirm else terms


def _seconds(rules: Policy, settings: Config) -> float:
    """The time of an engine for one job: the policy's, which a setting may only shorten."""
    timeout = settings.timeout
    return rules.job_seconds if timeout.source == "default" else min(rules.job_seconds, timeout.value)


def _owner(report: Report) -> Agree:
    owner = asking_owner.Confirm(sys.stdin, report, time.monotonic)
    return lambda job, engine, over: owner.ask(job.whole, engine.label, over)


def _watch(worker: Worker, once: bool, report: Report, asked: Callable[[], str | None]) -> int:
    """The worker has a thread of its own, so that a signal is heard whatever it is doing."""
    errors: list[Exception] = []
    thread = threading.Thread(target=_work, args=(worker, once, errors), name="worker", daemon=True)
    interrupts = Interrupts(worker, report, time.monotonic, asked)
    interrupts.install()
    thread.start()
    while thread.is_alive() and not interrupts.look():
        thread.join(LOOK_SECONDS)
    if worker.stop_now.is_set():
        return _leave(thread, report)
    if errors:
        raise errors[0]
    return Exit.DONE


def _work(worker: Worker, once: bool, errors: list[Exception]) -> None:
    try:
        worker.run(once)
    except Exception as error:  # noqa: BLE001  carried over to the main thread, which raises it
        errors.append(error)


def _leave(thread: threading.Thread, report: Report) -> int:
    thread.join(LAST_SECONDS)
    if thread.is_alive():
        report.say("abandoned", "Something hangs; leaving without it. The job will lapse.")
        os._exit(Exit.INTERRUPTED)
    return Exit.INTERRUPTED
