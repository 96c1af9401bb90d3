"""`engawa stop`: ask every `engawa run` of this user on this machine to stop, and wait until it has."""

import time
from collections.abc import Callable
from pathlib import Path

import click

from engawa_agent import instance, output, state
from engawa_agent.connection import json_option
from engawa_agent.errors import Exit, Stop
from engawa_agent.instance import Facts

LOOK_SECONDS = 0.1
# An idle one is gone by then.
PATIENCE_SECONDS = 1.5
# The engine is gone within 2 s, the job is given back, the process ends.
NOW_SECONDS = 5.0


@click.command()
@click.option("--now", is_flag=True, help="Give the job in hand back at once instead of finishing it.")
@click.option("--timeout", type=click.FloatRange(min=0), metavar="S", help="Wait at most S seconds; with --now 5.")
@json_option
def command(now: bool, timeout: float | None, as_json: bool) -> None:
    """Stop every `engawa run` of yours on this machine, and wait until it has.

    As the first Ctrl-C does: no further job is taken, the one in hand is finished. With --now as the second:
    the job goes back to the team at once.
    """
    home = state.folder()
    asked = instance.running(home)
    for one in asked:
        instance.request_stop(home, one, "now" if now else "stop")
    limit = NOW_SECONDS if now and timeout is None else timeout
    left = wait(home, asked, limit, _tell, clock=time.monotonic, sleep=time.sleep)
    if left:
        raise _still_there(left, limit, now)
    if as_json:
        output.document(stopped=[one.document() for one in asked])
    else:
        click.echo("\n".join(f"Stopped {_name(one)}." for one in asked) or "No `engawa run` is running here.")


def wait(
    home: Path,
    asked: list[Facts],
    limit: float | None,
    tell: Callable[[list[Facts]], object],
    *,
    clock: Callable[[], float],
    sleep: Callable[[float], object],
) -> list[Facts]:
    """Those of `asked` that are still there after `limit` seconds; `tell` is told once of those that take long."""
    since, told = clock(), False
    while left := [one for one in asked if one in instance.running(home)]:
        passed = clock() - since
        if limit is not None and passed >= limit:
            break
        if passed >= PATIENCE_SECONDS and not told:
            tell(left)
            told = True
        sleep(LOOK_SECONDS)
    return left


def _tell(left: list[Facts]) -> None:
    for one in left:
        click.echo(f"Waiting for {_name(one)}: it finishes its job first.", err=True)
    click.echo("To give the job back at once: engawa stop --now", err=True)


def _still_there(left: list[Facts], limit: float | None, now: bool) -> Stop:
    names = ", ".join(map(_name, left))
    message = f"After {limit:g} s there is still: {names}."
    pids = " ".join(str(one.pid) for one in left if one.pid)
    hint = f"It hangs; end it with: kill -9 {pids}" if now else "engawa stop --now   (gives its job back at once)"
    return Stop(Exit.FAILED, "E_STILL_RUNNING", message, hint)


def _name(one: Facts) -> str:
    return f"engawa run, process {one.pid or 'unknown'}"
