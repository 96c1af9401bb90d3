"""A team on a metered table, and what it does: the real code, each call as a request would make it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from engawa import access, activity, answers, batch, claims, creation, founding, leases, status, sweep
from engawa.agents import Runner
from engawa.answers import CompleteIn
from engawa.claims import ClaimIn
from engawa.leases import RenewIn
from engawa.nodes import NodeIn
from engawa.orders import JobIn
from engawa.settings import Settings
from engawa.table import Table
from engawa.workspace import Workspace
from tools.bench import units
from tools.bench.meter import Bill, Meter

NOW = datetime(2026, 11, 29, 8, 0, 2, tzinfo=UTC)
SETTINGS = Settings()
AGENT = "agent-1"
ENGINES = [Runner(id="ollama", label="Ollama qwen3:4b")]
BOARD_ID = "7c2a8b65-1a4f-4d6a-8d9f-4e3a1d2bafaa"
INPUT, RESULT = 8192, 4096  # bytes of the whole item as it is stored


@dataclass
class Team:
    """Its clock goes on only by `wait`. `claimed` is the job that its agent claimed last."""

    meter: Meter
    workspace: Workspace
    tokens: Mapping[str, str]
    prompt: str = "x"
    result: str = "x"
    now: datetime = NOW
    calls: int = 0
    claimed: dict[str, Any] = field(default_factory=dict)

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def note_use(self) -> None:
        activity.Notes().note(self.workspace, self.now)

    def create(self) -> None:
        self._admit("member")
        order: Any = {"type": "summarize_board", "targetId": BOARD_ID, "prompt": self.prompt}
        creation.create(self.workspace, JobIn(**order), self.now, SETTINGS)

    def claim(self) -> None:
        self._admit("agent")
        self.calls += 1
        wanted: Any = {"requestId": f"request-{self.calls}", "runners": ENGINES}
        self.claimed = claims.claim(self.workspace, AGENT, ClaimIn(**wanted), self.now, SETTINGS)[0] or {}

    def renew(self) -> None:
        self._admit("agent")
        progress = {"fence": self.claimed["fence"], "phase": "writing", "amount": 1320}
        leases.renew(self.workspace, AGENT, self.claimed["id"], RenewIn(**progress), self.now, SETTINGS)

    def complete(self) -> None:
        self._admit("agent")
        answer = {"fence": self.claimed["fence"], "result": self.result, "runner": ENGINES[0].id}
        answers.complete(self.workspace, AGENT, self.claimed["id"], CompleteIn(**answer), self.now, SETTINGS)

    def sweep(self) -> None:
        sweep.sweep(self.workspace.table, self.now, SETTINGS)

    def ask_status(self) -> None:
        self._admit("member")
        status.status(self.workspace, False, self.now)

    def _admit(self, kind: str) -> None:
        """Every request begins with a look at its token."""
        access.verify(self.workspace.table, f"Bearer {self.tokens[kind]}", self.now)


def founded(client: Any, table: str, schema: Mapping[str, Any]) -> Team:
    """A team with a board in a new table. Its prompt and its agent's answer are such that what is stored of them is
    `INPUT` and `RESULT` bytes large.
    """
    client.create_table(TableName=table, **schema)
    found = founding.found(Table(client, table), "Aoki's team", NOW)
    board: Any = {"id": BOARD_ID, "type": "board", "name": "Launch"}
    batch.put_node(Workspace(Table(client, table), found.workspace_id), NodeIn(**board), NOW)
    meter = Meter(client, schema)
    team = Team(meter, Workspace(Table(meter, table), found.workspace_id), found.tokens)
    stored = sizes(meter.bill_of(team.create, team.claim, team.complete))
    team.prompt = "x" * (1 + INPUT - stored["INPUT"])
    team.result = "x" * (1 + RESULT - stored["RESULT"])
    return team


def sizes(bill: Bill) -> dict[str, int]:
    """The most bytes of each kind of item that was written: INPUT, JOB (the head), RESULT ..."""
    found: dict[str, int] = {}
    for _, after in bill.changes:
        kind = after["sk"]["S"].partition("#")[0] if after else ""
        found[kind] = max(found.get(kind, 0), units.size(after))
    return found
