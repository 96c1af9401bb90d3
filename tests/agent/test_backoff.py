"""The pauses between tries."""

from itertools import islice

from engawa_agent.backoff import delays


def test_they_double_up_to_a_minute() -> None:
    assert list(islice(delays(lambda: 0.0), 9)) == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_jitter_takes_away_up_to_a_half() -> None:
    assert list(islice(delays(lambda: 1.0), 3)) == [0.5, 1, 2]
