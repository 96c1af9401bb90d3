"""Tickets: a browser opens its WebSocket with one, so that no token stands in an address. One use, one minute."""

import secrets
from datetime import datetime
from typing import Any

from engawa import instants, token_form
from engawa.access import Token
from engawa.step import ABSENT, AFTER, Clause, Item, Step
from engawa.table import Table
from engawa.workspace import ticket_key

LIVES = 60  # seconds


def issue(table: Table, token: Token, now: datetime) -> dict[str, Any]:
    """A ticket for whoever has `token`. What is stored does not open anything."""
    text = secrets.token_urlsafe(32)
    table.put(
        {
            **ticket_key(token_form.digest(text)),
            "tokenId": token.id,
            "validUntil": instants.after(now, LIVES),
            "expiresAt": instants.epoch(now, LIVES),
        }
    )
    return {"ticket": text, "expiresIn": LIVES}


def redeem(table: Table, text: str, now: datetime) -> Item | None:
    """The ticket's item, once; None for one that was used, is over, or never was."""
    not_used = Clause("usedAt", ABSENT)
    still_valid = Clause("validUntil", AFTER, instants.write(now))
    step = Step((not_used, still_valid), {"usedAt": instants.write(now)})
    outcome = table.update(ticket_key(token_form.digest(text)), step)
    return outcome.item if outcome.done else None
