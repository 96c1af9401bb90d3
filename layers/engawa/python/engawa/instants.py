"""Instants as the wire and the table write them: UTC, always microseconds, so that they compare as strings."""

from datetime import UTC, datetime, timedelta

FORMAT = "%Y-%m-%dT%H:%M:%S.%fZ"


def write(moment: datetime) -> str:
    """`2026-11-29T08:00:02.000000Z`; unlike `isoformat()` it never drops a zero fraction."""
    return moment.astimezone(UTC).strftime(FORMAT)


def read(text: str) -> datetime:
    return datetime.strptime(text, FORMAT).replace(tzinfo=UTC)


def after(moment: datetime, seconds: float) -> str:
    return write(moment + timedelta(seconds=seconds))


def epoch(moment: datetime, seconds: float = 0) -> int:
    """Whole seconds since 1970, the form that DynamoDB's time to live wants."""
    return int(moment.timestamp() + seconds)
