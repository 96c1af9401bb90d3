"""Long lists in pages: a cursor that says where the next one begins."""

import operator
from collections.abc import Sequence
from typing import Any

from engawa.answer import Answer
from engawa.data_map import weight
from engawa.errors import Invalid

MAX_BYTES = 4_000_000  # Lambda answers 6 MB at most, counted as escaped text


def page(rows: Sequence[dict[str, Any]], cursor: str | None, newest_first: bool = False) -> Answer:
    """The rows after `cursor` that fit one answer; `x-next-cursor` where there are more. `rows` come by
    `createdAt` and id, which is what the cursor holds.
    """
    start = _after(rows, cursor, newest_first) if cursor else 0
    end, room = start, MAX_BYTES
    for row in rows[start:]:
        room -= weight(row)
        if room < 0 and end > start:  # one row at least, or the list would never go on
            break
        end += 1
    return Answer(list(rows[start:end]), headers=_next(rows, end))


def _after(rows: Sequence[dict[str, Any]], cursor: str, newest_first: bool) -> int:
    if cursor.count("~") != 1:
        raise Invalid("cursor: is not one that this list has given.")
    was_told = operator.ge if newest_first else operator.le
    return sum(1 for row in rows if was_told(_place(row), cursor))


def _next(rows: Sequence[dict[str, Any]], end: int) -> dict[str, str]:
    return {"x-next-cursor": _place(rows[end - 1])} if end < len(rows) else {}


def _place(row: dict[str, Any]) -> str:
    return f"{row['createdAt']}~{row['id']}"
