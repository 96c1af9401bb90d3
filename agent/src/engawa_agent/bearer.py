"""The token that requests carry, exchanged only when none with the old one is on its way any more."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

# A request whose answer never came may reach the server as much later as that.
LATE_SECONDS = 60.0
EXCHANGE_SECONDS = 5.0

T = TypeVar("T")


class Bearer:
    """The server revokes whoever uses a token after its successor, so the old one must not arrive after the new one."""

    def __init__(self, token: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.token = token
        self._clock = clock
        self._idle = threading.Condition()
        self._under_way = 0
        self._lost_at = float("-inf")

    @contextmanager
    def lent(self) -> Iterator[str]:
        """The token for one request, until its answer is there."""
        with self._idle:
            self._under_way += 1
            token = self.token
        try:
            yield token
        except BaseException:
            self._lost_at = self._clock()
            raise
        finally:
            with self._idle:
                self._under_way -= 1
                self._idle.notify_all()

    @property
    def is_settled(self) -> bool:
        """Every request was answered, or went out so long ago that it cannot arrive any more."""
        return self._under_way == 0 and self._clock() - self._lost_at >= LATE_SECONDS

    def exchange(self, token: str, keep: Callable[[], T | None]) -> T | None:
        """Use another token from now on, once `keep` has it on disk; no request goes out meanwhile. None, and nothing
        is changed, where one with the old token may still be on its way, or where `keep` gives None.
        """
        with self._idle:
            settled = self._idle.wait_for(lambda: self._under_way == 0, EXCHANGE_SECONDS) and self.is_settled
            kept = keep() if settled else None
            if kept is not None:
                self.token = token
            return kept
