"""Tries: how often somebody who approves pairings may be wrong, so that codes cannot be guessed."""

import math
from datetime import datetime

from engawa import instants
from engawa.access import Token
from engawa.errors import Busy, TooMany
from engawa.step import ABSENT, EQUALS, Clause, Step
from engawa.table import Table
from engawa.workspace import token_key

MOST = 5
WITHIN = 3600  # seconds


def spend(table: Table, approver: Token, now: datetime) -> None:
    """One try, before the code is looked at: of many guesses at once none is free. TooMany when they are used up."""
    item = table.get(token_key(approver.id)) or {}
    current = item.get("triesSince", "") > instants.after(now, -WITHIN)
    used = int(item["tries"]) if current else 0
    if used >= MOST:
        left = WITHIN + instants.seconds_until(item["triesSince"], now)
        raise TooMany(f"{MOST} wrong codes in an hour are the most; try later.", math.ceil(left))
    as_read = Clause("tries", EQUALS, item["tries"]) if "tries" in item else Clause("tries", ABSENT)
    since = item["triesSince"] if current else instants.write(now)
    if not table.update(token_key(approver.id), Step((as_read,), {"tries": used + 1, "triesSince": since})).done:
        raise Busy("Another code is being looked at; try again.")


def give_back(table: Table, approver: Token) -> None:
    """The code was right: that is no wrong try."""
    used = int((table.get(token_key(approver.id)) or {}).get("tries", 1))
    as_read = Clause("tries", EQUALS, used)
    table.update(token_key(approver.id), Step((as_read,), {"tries": used - 1}))
