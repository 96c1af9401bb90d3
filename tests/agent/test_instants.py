"""Instants as a person reads and writes them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from engawa_agent import instants

NOW = datetime(2026, 11, 29, 8, 0, 2, tzinfo=UTC)
TOKYO = timezone(timedelta(hours=9))


@pytest.mark.parametrize(
    ("since", "words"),
    [
        ("2026-11-29T07:59:59.500000Z", "2 s"),
        ("2026-11-29T07:57:03.000000Z", "2 min"),
        ("2026-11-29T04:00:00.000000Z", "4 h"),
        ("2026-11-24T08:00:02.000000Z", "5 d"),
        ("2026-11-29T08:00:09.000000Z", "0 s"),
    ],
)
def test_a_span_has_one_number_and_is_never_negative(since: str, words: str) -> None:
    assert instants.span(since, NOW) == words


def test_a_stamp_is_in_this_machines_zone_and_has_seconds_only_where_there_are_some() -> None:
    assert instants.stamp("2026-12-01T00:00:00.000000Z", TOKYO) == "2026-12-01 09:00"
    assert instants.stamp("2026-12-01T00:00:05.250000Z", TOKYO) == "2026-12-01 09:00:05"


def test_of_today_the_time_is_enough() -> None:
    assert instants.soon("2026-11-29T14:00:00.000000Z", NOW, UTC) == "14:00"
    assert instants.soon("2026-11-29T16:00:00.000000Z", NOW, TOKYO) == "2026-11-30 01:00"


def test_what_was_typed_may_say_its_offset_or_mean_this_machines() -> None:
    assert instants.typed("2026-12-01T09:00+09:00", NOW) == datetime(2026, 12, 1, tzinfo=UTC)
    assert instants.typed("2026-12-01T09:00", NOW) == datetime(2026, 12, 1, 9).astimezone()


def test_a_time_alone_is_of_today() -> None:
    noon = datetime(2026, 11, 29, 12).astimezone()
    assert instants.typed("18:30", noon) == datetime(2026, 11, 29, 18, 30).astimezone()


def test_a_time_that_has_passed_is_not_taken_for_tomorrow() -> None:
    noon = datetime(2026, 11, 29, 12).astimezone()
    with pytest.raises(ValueError, match="for tomorrow write 2026-11-30T09:00"):
        instants.typed("09:00", noon)


@pytest.mark.parametrize("text", ["tomorrow", "25:00", "2026-13-01T09:00", ""])
def test_what_is_no_instant_is_said_to_be_none(text: str) -> None:
    with pytest.raises(ValueError, match="is no instant"):
        instants.typed(text, NOW)
