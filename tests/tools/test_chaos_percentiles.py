"""Percentiles by the nearest rank."""

import pytest

from tools.chaos.percentiles import percentile


@pytest.mark.parametrize(("percent", "value"), [(50, 50), (99, 99), (100, 100), (1, 1), (0.1, 1)])
def test_it_is_a_value_that_was_measured(percent: float, value: float) -> None:
    assert percentile(range(100, 0, -1), percent) == value


def test_of_few_the_ninety_ninth_is_the_largest() -> None:
    assert percentile([3.0, 1.0, 2.0], 99) == 3.0
    assert percentile([3.0, 1.0, 2.0], 50) == 2.0


def test_of_nothing_there_is_none() -> None:
    with pytest.raises(ValueError, match="nothing"):
        percentile([], 50)
