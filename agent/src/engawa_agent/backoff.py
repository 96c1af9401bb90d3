"""How long to wait before the next try: longer each time, never the same for two agents."""

from collections.abc import Callable, Iterator

from engawa_agent.errors import ServerAway

FIRST_SECONDS = 1.0
LONGEST_SECONDS = 60.0


def delays(random: Callable[[], float]) -> Iterator[float]:
    """1, 2, 4 ... 60 s, each shortened by up to a half; `random` gives 0 <= x < 1."""
    longest = FIRST_SECONDS
    while True:
        yield longest * (1 - random() / 2)
        longest = min(longest * 2, LONGEST_SECONDS)


class Backoff:
    """The pauses of one request that is repeated until there is an answer; `random` gives 0 <= x < 1.

    A lost answer has its own: what it carried may be this agent's already, however long the server was away before.
    """

    def __init__(self, random: Callable[[], float]) -> None:
        self._away = delays(random)
        self._lost = delays(random)

    def after(self, away: ServerAway) -> float:
        """In seconds; no less than the server asked for."""
        return max(next(self._lost if away.lost else self._away), away.retry_after or 0)
