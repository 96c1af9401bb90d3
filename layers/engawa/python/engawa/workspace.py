"""The tenant wall: a handle on the table that can name the items of one workspace and of no other.

Only this module builds keys. Code that holds a `Workspace` cannot reach another one, whatever ids it is given.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from engawa.step import Clause, Item, Step
from engawa.table import Key, Outcome, Table

LEASE_SHARDS = 4
LAST = "\uffff"  # sorts after everything that a key holds


@dataclass(frozen=True)
class Workspace:
    """One tenant's items. Methods name what they read; each costs the requests its docstring says."""

    table: Table
    id: str

    # Keys

    def node_key(self, node_id: str) -> Key:
        return {"pk": f"WS#{self.id}", "sk": f"NODE#{node_id}"}

    def edge_key(self, edge_id: str) -> Key:
        return {"pk": f"WS#{self.id}", "sk": f"EDGE#{edge_id}"}

    def agent_key(self, agent_id: str) -> Key:
        return {"pk": f"WS#{self.id}", "sk": f"AGENT#{agent_id}"}

    def job_key(self, job_id: str) -> Key:
        return {"pk": f"JOBS#{self.id}", "sk": f"JOB#{job_id}"}

    def input_key(self, job_id: str) -> Key:
        return {"pk": f"JOB#{self.id}#{job_id}", "sk": "INPUT"}

    def result_key(self, job_id: str, fence: int) -> Key:
        return {"pk": f"JOB#{self.id}#{job_id}", "sk": f"RESULT#{fence}"}

    def idempotency_key(self, key: str) -> Key:
        return {"pk": f"IDEM#{self.id}#{key}", "sk": "IDEM"}

    def token_entry(self, token_id: str) -> Key:
        """In the workspace's list of tokens; the token itself is found without a handle."""
        return {"pk": f"WS#{self.id}", "sk": f"TOKEN#{token_id}"}

    def activity_key(self) -> Key:
        return {"pk": f"WS#{self.id}", "sk": "ACTIVITY"}

    # What a key says

    def job_of(self, entry: Item) -> str:
        """The job's id in an entry of the queue index, which holds keys."""
        return str(entry["sk"]).removeprefix("JOB#")

    # Reads and writes

    def get(self, key: Key, consistent: bool = True) -> Item | None:
        return self.table.get(key, consistent)

    def get_many(self, keys: Sequence[Key], consistent: bool = True) -> list[Item]:
        return self.table.get_many(keys, consistent)

    def put(self, item: Item, must: tuple[Clause, ...] = ()) -> Outcome:
        return self.table.put(item, must)

    def put_many(self, items: Sequence[Item]) -> None:
        self.table.put_many(items)

    def update(self, key: Key, step: Step) -> Outcome:
        return self.table.update(key, step)

    def collection(self, container_id: str) -> list[Item]:
        """Every live node and edge of one container, oldest first: one request for each megabyte."""
        where, values = (
            "pk = :pk AND begins_with(col, :of)",
            {"pk": f"WS#{self.id}", "of": f"{container_id}#"},
        )
        return list(self.table.query("collection", where, values))

    def everything(self) -> list[Item]:
        """Every live node and edge: one request for each megabyte of the workspace."""
        return list(self.table.query("collection", "pk = :pk", {"pk": f"WS#{self.id}"}))

    def count_agents(self, token_id: str, most: int) -> int:
        """How many agents use one token."""
        where = "pk = :pk AND begins_with(sk, :agent)"
        return self.table.count(None, where, {"pk": f"WS#{self.id}", "agent": f"AGENT#{token_id}"}, most)

    def agents(self) -> list[Item]:
        where, values = "pk = :pk AND begins_with(sk, :agent)", {"pk": f"WS#{self.id}", "agent": "AGENT#"}
        return list(self.table.query(None, where, values))

    def tokens(self) -> list[Item]:
        where, values = "pk = :pk AND begins_with(sk, :token)", {"pk": f"WS#{self.id}", "token": "TOKEN#"}
        entries = self.table.query(None, where, values)
        return self.table.get_many([token_key(entry["sk"].removeprefix("TOKEN#")) for entry in entries])

    def jobs(self, limit: int, before: str | None = None) -> list[Item]:
        """Up to `limit` job heads, newest first, older than job `before`."""
        where = "pk = :pk AND sk BETWEEN :first AND :last"
        values = {"pk": f"JOBS#{self.id}", "first": "JOB#", "last": f"JOB#{before or LAST}"}
        found = self.table.query(None, where, values, ScanIndexForward=False, Limit=limit + 1)
        return list(islice((head for head in found if head["id"] != before), limit))

    def queue(self, start: str, until: str) -> Iterator[Item]:
        """Index entries of jobs that are due from `start` to `until`, the first due first; lazily, 100 a request."""
        where = "pk = :pk AND due BETWEEN :start AND :until"
        values = {"pk": f"JOBS#{self.id}", "start": start or "0", "until": until}
        return self.table.query("queue", where, values, Limit=100)

    def open_jobs(self) -> Iterator[Item]:
        """Index entries of all jobs that have not ended; not consistent, lazily."""
        return self.table.query("queue", "pk = :pk", {"pk": f"JOBS#{self.id}"}, ConsistentRead=False)

    def count_open_jobs(self, most: int) -> int:
        return self.table.count("queue", "pk = :pk", {"pk": f"JOBS#{self.id}"}, most)

    def count_jobs_since(self, first: str, most: int) -> int:
        """How many jobs have ids from `first` on, which begin with the time of their creation."""
        where = "pk = :pk AND sk BETWEEN :first AND :last"
        values = {"pk": f"JOBS#{self.id}", "first": f"JOB#{first}", "last": f"JOB#{LAST}"}
        return self.table.count(None, where, values, most)


def lapsing(table: Table, shard: int, now: str) -> Iterator[tuple[Workspace, str]]:
    """The workspace and id of every job in one shard whose lease or waiting time may be over. Keys only: read the
    head before acting, this index is not consistent. For the sweep alone, which serves all workspaces.
    """
    where, values = "leaseShard = :shard AND leaseAt < :now", {"shard": lease_shard(shard), "now": now}
    for entry in table.query("leases", where, values, ConsistentRead=False):
        yield Workspace(table, entry["pk"].removeprefix("JOBS#")), entry["sk"].removeprefix("JOB#")


def lease_shard(number: int) -> str:
    return f"LEASE#{number}"


def shard_of(job_id: str) -> str:
    """Spread by the id's last digits, the random ones, so that one workspace's jobs do not share a shard."""
    return lease_shard(int(job_id[-4:], 16) % LEASE_SHARDS)


def token_key(token_id: str) -> Key:
    """A token names its workspace, so it is looked up before there is a handle."""
    return {"pk": f"TOKEN#{token_id}", "sk": "TOKEN"}


def pair_key(code: str) -> Key:
    """A pairing begins before anybody knows to which workspace it will belong."""
    return {"pk": f"PAIR#{code}", "sk": "PAIR"}


def ticket_key(digest: str) -> Key:
    return {"pk": f"TICKET#{digest}", "sk": "TICKET"}
