"""The jobs that an agent has in hand at once, each in a thread of its own."""

import threading
from collections import Counter
from collections.abc import Iterable

from engawa_agent.engines import Engine
from engawa_agent.hand import Hand


class Hands:
    """At most `most` jobs, and as many on one engine as it can do: one, unless it says more by `parallel`. `changed`
    is set whenever one has ended.
    """

    def __init__(self, most: int, changed: threading.Event) -> None:
        self._most = most
        self._changed = changed
        self._lock = threading.Lock()
        self._threads: dict[Hand, threading.Thread] = {}
        self._error: Exception | None = None

    @property
    def running(self) -> list[Hand]:
        with self._lock:
            return list(self._threads)

    def busy(self, engines: Iterable[Engine]) -> list[str]:
        """Those of `engines` that have as much to do as they can."""
        at_work = Counter(hand.engine.id for hand in self.running)
        return [engine.id for engine in engines if at_work[engine.id] >= getattr(engine, "parallel", 1)]

    def free(self, engines: list[Engine]) -> bool:
        """Whether another job could be started on one of `engines`."""
        return len(self.running) < self._most and len(self.busy(engines)) < len(engines)

    def start(self, hand: Hand) -> None:
        thread = threading.Thread(target=self._work, args=(hand,), name=f"job-{hand.job.id[-4:]}", daemon=True)
        with self._lock:
            self._threads[hand] = thread
        thread.start()

    def join(self) -> None:
        """Wait for all to end. Raises the first error that one of them met."""
        with self._lock:
            threads = list(self._threads.values())
        for thread in threads:
            thread.join()
        self.check()

    def check(self) -> None:
        """Raises what one of them met: an answer that the server does not let in ends the agent."""
        if self._error is not None:
            raise self._error

    def _work(self, hand: Hand) -> None:
        try:
            hand.work()
        except Exception as error:  # noqa: BLE001  carried over to the worker, which raises it
            self._error = self._error or error
        finally:
            with self._lock:
                del self._threads[hand]
            self._changed.set()
