"""`engawa status`: the team's agents and engines; what waits, and why."""

from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from typing import Any

import click
from rich.table import Table
from rich.text import Text

from engawa_agent import instants, output, reasons
from engawa_agent.connection import Connection, connection, json_option
from engawa_agent.screen import printable
from engawa_agent.terminal import console

START = "engawa run, where there is an engine (engawa engines tells)"

Facts = Mapping[str, Any]


@click.command()
@json_option
@connection
def command(as_json: bool, connection: Connection) -> None:
    """Show the team's agents and engines; what waits, and why."""
    api = connection.api("member")
    workspace = api.call("GET", "/api/workspace").json
    status = api.call("GET", "/api/ai/status").json
    if as_json:
        output.document(workspace={"id": workspace["id"], "name": workspace["name"]}, status=status)
        return
    now = datetime.now(UTC)
    click.echo(f"{printable(workspace['name']) or workspace['id']}\n")
    if status["agents"]:
        console().print(_agents(status["agents"], now), "", sep="\n")
    console().print(_grid(facts(status, now)))


def _agents(agents: list[Facts], now: datetime) -> Table:
    """Those that are online first, the one that was seen last before the others."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for title in ("AGENT", "STATE", "ENGINES"):
        table.add_column(title, overflow="fold")
    by_time = sorted(agents, key=lambda agent: str(agent["lastSeenAt"]), reverse=True)
    for agent in sorted(by_time, key=lambda agent: agent["status"] != "online"):
        table.add_row(*map(_text, (agent["name"] or agent["id"], state(agent, now), _labels(agent["runners"]))))
    return table


def state(agent: Facts, now: datetime, zone: tzinfo | None = None) -> str:
    """`online for 2 h, paused until 14:00 (meeting)`, `offline, seen 3 h ago`."""
    if agent["status"] == "online":
        here = f"online for {instants.span(agent['onlineSince'], now)}"
    else:
        here = f"offline, seen {instants.span(agent['lastSeenAt'], now)} ago"
    pause = _pause(agent["paused"], now, zone) if agent.get("paused") else ""
    return ", ".join(filter(None, [here, pause]))


def _pause(paused: Facts, now: datetime, zone: tzinfo | None) -> str:
    until = f" until {instants.soon(paused['until'], now, zone)}" if paused.get("until") else ""
    why = paused.get("note") or paused.get("reason")
    return f"paused{until} ({why})" if why else f"paused{until}"


def facts(status: Facts, now: datetime) -> list[tuple[str, str]]:
    """The team's engines, its queue, the oldest wait, and what to do next."""
    oldest = status["queue"]["oldest"]
    told = [
        ("Engines", _labels(status["runners"]) or _nobody(status)),
        ("Queue", _depth(status["queue"])),
        ("Oldest", _wait(oldest, now) if oldest else ""),
        ("Next", "" if status["agent"] == "online" else START),
    ]
    return [(name, words) for name, words in told if words]


def _nobody(status: Facts) -> str:
    if status["agent"] == "online":
        return "none: the agents that are online pause, or have none"
    in_place = "; mock mode invents the answers" if status["mockMode"] else ""
    return f"none, as no agent is online{in_place}"


def _depth(queue: Facts) -> str:
    counts = {name: queue[name] for name in ("waiting", "scheduled", "running")}
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())


def _wait(job: Facts, now: datetime) -> str:
    return f"{job['type']} {job['id']}\nfor {instants.span(job['createdAt'], now)}; waits {reasons.words(job)}"


def _labels(runners: list[Facts]) -> str:
    return ", ".join(runner["label"] or runner["id"] for runner in runners)


def _grid(rows: list[tuple[str, str]]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, words in rows:
        table.add_row(Text(name, style="bold"), Text("\n").join(map(_text, words.split("\n"))))
    return table


def _text(words: str) -> Text:
    return Text(printable(words))
