"""The ledger: sees every write and every reply, and holds them against what the queue promises."""

from collections import defaultdict

from engawa import instants
from engawa.queue import CANCELLED, CLAIMED
from engawa.settings import Settings
from engawa.step import Item
from tools.simulation import replies
from tools.simulation.calls import Call, Reply
from tools.simulation.change import Change
from tools.simulation.memory import Memory
from tools.simulation.record import Claim, Record
from tools.simulation.rules import RULES
from tools.simulation.violation import demand


class Ledger:
    """Moments are counted, one for each write and each reply, so that what overlaps can be told from what follows."""

    def __init__(self, settings: Settings, memory: Memory) -> None:
        self.settings, self.memory = settings, memory
        self.records: dict[str, Record] = {}
        self.by_key: dict[str, str] = {}  # the job that an idempotency key has made
        self.by_request: defaultdict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)  # jobs with fences
        self.accepted: dict[str, str] = {}  # the result that was answered to whoever delivered one, by job
        self.open: set[str] = set()
        self._moment = 0
        self._signs: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)

    def tick(self) -> int:
        self._moment += 1
        return self._moment

    # Writes

    def written(self, before: Item | None, after: Item, call: Call) -> None:
        self.tick()
        kind = after["sk"].split("#")[0]
        if kind == "JOB":
            self._head_written(before, after, call)
        elif kind == "RESULT":
            demand(before is None, "a stored result is never overwritten", call)
            job_id, fence = after["pk"].split("#")[2], int(after["sk"].split("#")[1])
            self.records[job_id].stored[fence] = self._moment
        elif kind == "NODE" and call.kind != "delete":
            demand(before is None, "a follow-up is written once", call)

    def _head_written(self, before: Item | None, after: Item, call: Call) -> None:
        job_id = after["id"]
        call.left[job_id] = after
        if before is None:
            self._created(after, call)
            return
        record = self.records[job_id]
        change = Change(before, after, call, record, self.settings, *self._beside(before, call))
        for invariant, holds in RULES.items():
            demand(holds(change), invariant, call, before, after)
        self._note(change)

    def _beside(self, before: Item, call: Call) -> tuple[Item | None, Item | None, str | None]:
        pk = f"JOB#{before['pk'].removeprefix('JOBS#')}#{before['id']}"
        result = self.memory.find({"pk": pk, "sk": f"RESULT#{before['fence']}"})
        signs = self._signs[before.get("claimedBy", "")]
        sign = next((instant for moment, instant in reversed(signs) if moment < call.began), None)
        return result, self.memory.find({"pk": pk, "sk": "INPUT"}), sign

    def _created(self, head: Item, call: Call) -> None:
        self.records[head["id"]] = Record(head)
        self.open.add(head["id"])
        if call.request:
            made = self.by_key.setdefault(call.request, head["id"])
            demand(made == head["id"], "an idempotency key makes one job", call)

    def _note(self, change: Change) -> None:
        record, after, call = change.record, change.after, change.call
        if change.is_end:
            self.open.discard(after["id"])
        if change.is_loss:
            record.losers.add(change.before["claimedBy"])
        if change.is_claim:
            record.claims[after["fence"]] = Claim(call.who, call.request, self._moment)
            call.claimed.append((after["id"], after["fence"]))
            if call.request:
                self.by_request[call.who, call.request].append(call.claimed[-1])
        if change.leaves_an_end:
            self.open.add(after["id"])
            record.losers.clear()
            record.to_be_cancelled_since, record.retried = None, self._moment

    # Replies

    def answered(self, call: Call, reply: Reply) -> None:
        moment = self.tick()
        if not reply.heard:
            return
        replies.check(call, reply, self)
        if reply.ok and call.kind in ("heartbeat", "claim"):
            self._signs[call.who].append((moment, instants.write(call.now)))
        if reply.ok and call.kind == "cancel" and self.is_to_be_cancelled(call.job_id):
            self.records[call.job_id].to_be_cancelled_since = moment

    def is_to_be_cancelled(self, job_id: str) -> bool:
        head = self.head(job_id)
        return head["status"] == CANCELLED or (head["status"] == CLAIMED and "cancelRequestedAt" in head)

    def head(self, job_id: str) -> Item:
        """The very item. There is one: heads are never removed."""
        return self.memory.find(self.records[job_id].created) or {}
