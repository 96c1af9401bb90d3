"""How long to wait before the next try: longer each time, never the same for two agents."""

from collections.abc import Callable, Iterator

FIRST_SECONDS = 1.0
LONGEST_SECONDS = 60.0


def delays(random: Callable[[], float]) -> Iterator[float]:
    """1, 2, 4 ... 60 s, each shortened by up to a half; `random` gives 0 <= x < 1."""
    longest = FIRST_SECONDS
    while True:
        yield longest * (1 - random() / 2)
        longest = min(longest * 2, LONGEST_SECONDS)
