"""Instants of the wire as a person reads and writes them: in this machine's own time."""

from datetime import datetime, timedelta, tzinfo

UNITS = ((86_400, "d"), (3600, "h"), (60, "min"))


def span(since: str, now: datetime) -> str:
    """How long ago that is: `3 s`, `2 min`, `4 h`, `5 d`. Where the clock here is behind, 0 s."""
    seconds = max(int((now - datetime.fromisoformat(since)).total_seconds()), 0)
    size, unit = next((each for each in UNITS if seconds >= each[0]), (1, "s"))
    return f"{seconds // size} {unit}"


def stamp(instant: str, zone: tzinfo | None = None) -> str:
    """`2026-12-01 09:00`, seconds only where there are some. Without `zone` in this machine's, as it will be then."""
    return f"{datetime.fromisoformat(instant).astimezone(zone):%Y-%m-%d %H:%M:%S}".removesuffix(":00")


def time_of_day(instant: str, zone: tzinfo | None = None) -> str:
    return stamp(instant, zone).partition(" ")[2]


def soon(instant: str, now: datetime, zone: tzinfo | None = None) -> str:
    """`14:00`, and the day too where it is not today."""
    is_today = datetime.fromisoformat(instant).astimezone(zone).date() == now.astimezone(zone).date()
    return time_of_day(instant, zone) if is_today else stamp(instant, zone)


def typed(text: str, now: datetime) -> datetime:
    """What a person typed: `2026-12-01T09:00+09:00`, without an offset in this machine's time, or `18:30` of today.
    Raises ValueError with what is wrong.
    """
    today = "" if "-" in text else f"{now.astimezone():%Y-%m-%d}T"
    try:
        moment = datetime.fromisoformat(today + text).astimezone()
    except (ValueError, OverflowError):
        raise ValueError(f"{text!r} is no instant; write 2026-12-01T09:00, or 18:30 for today.") from None
    if today and moment < now:
        tomorrow = now.astimezone() + timedelta(days=1)
        raise ValueError(f"{text} has passed today; for tomorrow write {tomorrow:%Y-%m-%d}T{text}.")
    return moment
