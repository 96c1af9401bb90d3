"""Ticks."""

from datetime import UTC, datetime
from typing import Any

from local import schedule
from local.functions import Functions
from local.template import Schedule

EACH_MINUTE = Schedule("Minutely", 60, "Sweep")


def test_the_function_is_called_after_each_period_whatever_became_of_the_last_call() -> None:
    events: list[Any] = []
    waited: list[float] = []

    def sweep(event: Any, _: Any) -> None:
        events.append(event)
        raise ValueError("this time it fails")

    def wait(seconds: float) -> bool:
        waited.append(seconds)
        return len(waited) > 2

    schedule.keep(EACH_MINUTE, Functions({"Sweep": sweep}), wait)
    assert waited == [60, 60, 60]
    assert len(events) == 2


def test_a_tick_looks_like_eventbridges() -> None:
    event = schedule.event(EACH_MINUTE, datetime(2026, 11, 29, 8, 0, 2, tzinfo=UTC))
    assert (event["source"], event["detail-type"]) == ("aws.events", "Scheduled Event")
    assert event["time"] == "2026-11-29T08:00:02Z"
