"""Percentiles by the nearest rank: a value that was measured, and the largest where there are few. Pure."""

from collections.abc import Sequence
from math import ceil


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest of `values` that at least `percent` of them do not exceed. Raises ValueError where there is none."""
    if not values:
        raise ValueError("There is no percentile of nothing.")
    return sorted(values)[max(ceil(len(values) * percent / 100), 1) - 1]
