"""A job on one line, and in full."""

from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Any

from rich.cells import cell_len

from engawa_agent import instants, reasons, trace_words
from engawa_agent.screen import printable

Job = Mapping[str, Any]

STATUS_WIDTH = 9  # cancelled
LONGEST_NOTE = 100


def lines(jobs: Sequence[Job], now: datetime, width: float) -> list[str]:
    """One line for each job, columns aligned. A note that does not fit into `width` columns gets a line of its own."""
    types = max((len(job["type"]) for job in jobs), default=0)
    return [_line(job, types, now, width) for job in jobs]


def _line(job: Job, types: int, now: datetime, width: float) -> str:
    age = f"{instants.span(job['createdAt'], now)} ago"
    head = f"{job['status']:<{STATUS_WIDTH}} {job['type']:<{types}}  {age:<10} {job['id']}"
    note = _flat(_note(job))[:LONGEST_NOTE]
    fits = cell_len(f"{head}  {note}") <= width
    between = "  " if fits else f"\n{'':{STATUS_WIDTH}} "
    return f"{head}{between}{note}" if note else head


def _note(job: Job) -> str:
    """What matters most about it."""
    if job["status"] == "pending":
        return f"waits {reasons.words(job)}"
    if job["status"] == "claimed":
        return ", ".join(filter(None, [progress(job), _engine(job)]))
    return str(job.get("error") or job.get("engine") or "")


def progress(job: Job) -> str:
    """`writing, 320 characters`."""
    amount = f"{job['amount']:,} characters" if job.get("amount") else ""
    return ", ".join(filter(None, [job.get("phase"), amount]))


def _engine(job: Job) -> str:
    return f"on {job['engine']}" if job.get("engine") else ""


def facts(job: Job, now: datetime, zone: tzinfo | None = None) -> list[tuple[str, str]]:
    """What is known of a job beside its texts, as name and words."""
    told = [
        ("created", _moment(job["createdAt"], now, zone)),
        ("by", (job.get("createdBy") or {}).get("name", "")),
        ("updated", _moment(job["updatedAt"], now, zone)),
        ("waits", reasons.in_full(job, zone) if job["status"] == "pending" else ""),
        ("progress", progress(job)),
        ("engine", str(job.get("engine") or "")),
        ("attempts", _attempts(job)),
        ("error", _error(job)),
        *trace_words.facts(job),
    ]
    return [(name, _flat(words)) for name, words in told if words]


def _moment(instant: str, now: datetime, zone: tzinfo | None) -> str:
    return f"{instants.stamp(instant, zone)}, {instants.span(instant, now)} ago"


def _attempts(job: Job) -> str:
    """Why earlier ones brought no answer: `1 lost, 2 failed, 1 released (stopping)`."""
    counts = [f"{count} {cause}" for cause, count in (job.get("attempts") or {}).items() if count]
    reason = f" ({job['releaseReason']})" if counts and job.get("releaseReason") else ""
    return ", ".join(counts) + reason


def _error(job: Job) -> str:
    code = f" ({job['errorCode']})" if job.get("errorCode") else ""
    return f"{job['error']}{code}" if job.get("error") else ""


def _flat(text: str) -> str:
    """On one line, and nothing in it that a terminal would obey."""
    return printable(" ".join(text.split()))
