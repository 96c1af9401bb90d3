"""Instants as the wire and the table write them: UTC, always microseconds, so that they compare as strings."""

from datetime import UTC, datetime, timedelta

FORMAT = "%Y-%m-%dT%H:%M:%S.%fZ"


def write(moment: datetime) -> str:
    """`2026-11-29T08:00:02.000000Z`; unlike `isoformat()` it never drops a zero fraction."""
    return moment.astimezone(UTC).strftime(FORMAT)


def read(text: str) -> datetime:
    return datetime.strptime(text, FORMAT).replace(tzinfo=UTC)


def normal(text: str) -> str:
    """`text`, an instant of any width and offset (RFC 3339), as we write it; ValueError where it is none."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError("is not an instant like 2026-11-29T08:00:00Z") from None
    if moment.tzinfo is None:
        raise ValueError("has no offset; end it with Z or like +09:00")
    if not 1970 <= moment.year < 9999:
        raise ValueError("is not within the years 1970 to 9998")
    return write(moment)


def after(moment: datetime, seconds: float) -> str:
    return write(moment + timedelta(seconds=seconds))


def seconds_until(text: str, now: datetime) -> float:
    """Negative for what has been."""
    return (read(text) - now).total_seconds()


def epoch(moment: datetime, seconds: float = 0) -> int:
    """Whole seconds since 1970, the form that DynamoDB's time to live wants."""
    return int(moment.timestamp() + seconds)
