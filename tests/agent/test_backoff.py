"""The pauses between tries."""

from itertools import islice

from engawa_agent.backoff import Backoff, delays
from engawa_agent.errors import Busy, ServerAway

AWAY, LOST = ServerAway("refused"), ServerAway("closed", lost=True)


def test_they_double_up_to_a_minute() -> None:
    assert list(islice(delays(lambda: 0.0), 9)) == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_jitter_takes_away_up_to_a_half() -> None:
    assert list(islice(delays(lambda: 1.0), 3)) == [0.5, 1, 2]


def test_a_lost_answer_does_not_wait_as_long_as_an_absence_has_become() -> None:
    backoff = Backoff(lambda: 0.0)
    assert [backoff.after(away) for away in (AWAY, AWAY, AWAY, LOST)] == [1, 2, 4, 1]


def test_further_ones_wait_longer_each_time_also_where_the_server_is_away_between_them() -> None:
    backoff = Backoff(lambda: 0.0)
    assert [backoff.after(away) for away in (LOST, LOST, AWAY, LOST, *[LOST] * 4)] == [1, 2, 1, 4, 8, 16, 32, 60]


def test_the_server_may_ask_for_longer() -> None:
    backoff = Backoff(lambda: 0.0)
    assert [backoff.after(Busy("busy", "Later.", seconds)) for seconds in (30.0, 0.5)] == [30.0, 2]
