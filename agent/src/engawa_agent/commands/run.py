"""`engawa run`: claim jobs and run them on this machine."""

import os
import sys
import threading
import time

import click

from engawa_agent import machine
from engawa_agent.connection import Connection, connection
from engawa_agent.engines import roster
from engawa_agent.errors import Exit
from engawa_agent.interrupts import Interrupts
from engawa_agent.lineup import Lineup
from engawa_agent.link import Link
from engawa_agent.report import Report
from engawa_agent.screen import screen
from engawa_agent.worker import Worker

LOOK_SECONDS = 0.1
# Within these everything of a second Ctrl-C is over: engine ended, job given back.
LAST_SECONDS = 2.5


@click.command()
@click.option("--engine", "engines", multiple=True, metavar="ID", help="Use only this engine. May be repeated.")
@click.option("--once", is_flag=True, help="Stop when there is no job left.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document a line, for each thing that happens.")
@connection
def command(engines: tuple[str, ...], once: bool, as_json: bool, connection: Connection) -> int:
    """Claim jobs and run them on this machine, until Ctrl-C.

    The first Ctrl-C finishes the job in hand, the second gives it back at once.
    """
    api = connection.api("agent")
    chosen = roster.load(engines)
    with screen(as_json, stream=sys.stdout) as report:
        lineup = Lineup(lambda: roster.check_all(chosen), report, machine=machine.agent_name(), now=time.monotonic())
        worker = Worker(Link(api, report, machine.agent_id()), lineup, report, clock=time.monotonic)
        return _watch(worker, once, report)


def _watch(worker: Worker, once: bool, report: Report) -> int:
    """The worker has a thread of its own, so that a signal is heard whatever it is doing."""
    errors: list[Exception] = []
    thread = threading.Thread(target=_work, args=(worker, once, errors), name="worker", daemon=True)
    interrupts = Interrupts(worker, report, time.monotonic)
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
