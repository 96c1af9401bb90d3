"""One write of a job's head, and what kind of change it is."""

from dataclasses import dataclass

from engawa import instants
from engawa.queue import BY_HEARTBEAT, CLAIMED, ENDED, PENDING
from engawa.settings import Settings
from engawa.step import Item
from tools.simulation.calls import Call
from tools.simulation.record import Record

# A heartbeat keeps a claim for 90 s, but is written down only when the last one is 30 s old.
HEARTBEAT_KEEPS = 60
BY_HOLDER = ("complete", "release")


@dataclass(frozen=True)
class Change:
    """`result` and `input` are the items beside the head, `sign_of_life` the last one that the holder's agent was
    answered before the call began.
    """

    before: Item
    after: Item
    call: Call
    record: Record
    settings: Settings
    result: Item | None
    input: Item | None
    sign_of_life: str | None

    @property
    def is_claim(self) -> bool:
        b, a = self.before, self.after
        if a["status"] != CLAIMED:
            return False
        return bool(b["status"] != CLAIMED or a["fence"] != b["fence"] or a["claimedAt"] != b["claimedAt"])

    @property
    def is_end(self) -> bool:
        return self.after["status"] in ENDED and self.before["status"] not in ENDED

    @property
    def leaves_an_end(self) -> bool:
        return self.before["status"] in ENDED and self.after["status"] not in ENDED

    @property
    def goes_back(self) -> bool:
        return bool(self.before["status"] == CLAIMED and self.after["status"] == PENDING)

    @property
    def leaves_a_claim(self) -> bool:
        return self.before["status"] == CLAIMED and (self.after["status"] != CLAIMED or self.is_claim)

    @property
    def is_loss(self) -> bool:
        return self.leaves_a_claim and self.call.kind not in BY_HOLDER and self.after["status"] != "cancelled"

    def is_by_the_holder(self) -> bool:
        b, call = self.before, self.call
        return b["status"] == CLAIMED and call.who == b["claimedBy"] and call.fence in (None, b["fence"])

    def kept_until(self) -> str:
        """The end of the lease that the agent can rely on."""
        end = str(self.before["leaseExpiresAt"])
        if self.before["keptBy"] == BY_HEARTBEAT and self.sign_of_life:
            end = max(end, instants.after(instants.read(self.sign_of_life), HEARTBEAT_KEEPS))
        return min(end, instants.after(instants.read(self.before["claimedAt"]), self.settings.hard_limit))
