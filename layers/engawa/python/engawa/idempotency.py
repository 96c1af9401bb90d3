"""Idempotency keys: the same order sent again within a day is the same job.

A caller that lost our answer repeats its order; without a key it would get a second job.
"""

import hashlib
from datetime import datetime

from engawa import ids, instants
from engawa.errors import Invalid, Unprocessable
from engawa.orders import JobIn
from engawa.step import ABSENT, EQUALS, Clause, Item
from engawa.workspace import Workspace

REMEMBERED = 86_400  # seconds
MAX_LENGTH = 255  # characters


def job_for(workspace: Workspace, key: str, order: JobIn, now: datetime) -> str:
    """The id of the job that this key stands for: a new one, or the one it was first used for. The job itself may
    not be there yet, where an earlier call ended in between. Unprocessable for another order under the same key.
    """
    if not key.isprintable() or not key.isascii() or not 1 <= len(key) <= MAX_LENGTH:
        raise Invalid(f"Idempotency-Key: is 1 to {MAX_LENGTH} printable ASCII characters.")
    wanted = _item(workspace, key, order, now)
    never_used = Clause("pk", ABSENT)
    outcome = workspace.put(wanted, (never_used,))
    before = outcome.item or wanted
    if not outcome.done and before["expiresAt"] < instants.epoch(now):
        # The time to live removes an item days late; the first to overwrite it wins.
        still_the_old_one = Clause("jobId", EQUALS, before["jobId"])
        before = workspace.put(wanted, (still_the_old_one,)).item or wanted
    if before["order"] != wanted["order"]:
        raise Unprocessable("Idempotency-Key: was used for another order within a day.")
    return str(before["jobId"])


def _item(workspace: Workspace, key: str, order: JobIn, now: datetime) -> Item:
    return {
        **workspace.idempotency_key(key),
        "order": hashlib.sha256(order.model_dump_json(exclude_defaults=True).encode()).hexdigest(),
        "jobId": ids.in_order(now),
        "expiresAt": instants.epoch(now, REMEMBERED),
    }
