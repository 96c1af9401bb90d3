"""The table as a call finds it: slow enough for others to come between, repeated, behind, throttled, or gone."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engawa.errors import Busy
from engawa.step import Clause, Item, Step
from engawa.table import Key, Outcome
from tools.simulation.memory import Memory
from tools.simulation.weather import CALM

if TYPE_CHECKING:
    from tools.simulation.world import World

BEHIND = 3  # writes


class Died(BaseException):
    """The function is gone: nobody answers the call. No `Exception`, or the sweep would go on."""


@dataclass
class Unreliable:
    """A Memory that calls reach, and a replica that is some writes behind for reads that allow it."""

    world: "World"
    watch: Callable[[Item | None, Item], None]
    to_come: deque[Item] = field(default_factory=deque)  # what the replica has not seen yet
    last_read: str | None = None  # the job whose head was read last

    def __post_init__(self) -> None:
        self.memory = Memory(self._asked, self._written)
        self.replica = Memory(self._asked)

    def _asked(self) -> None:
        if self.world.weather is CALM:
            return
        self.world.let_others_in()
        if self.world.strikes("busy"):
            self.world.note_throttled()
            raise Busy("The table is busy; try again in a moment.")
        if self.world.strikes("died"):
            raise Died

    def _written(self, before: Item | None, after: Item) -> None:
        self.to_come.append(after)
        self.watch(before, after)

    def _source(self, consistent: bool) -> Memory:
        if consistent:
            return self.memory
        behind = self.world.strikes("behind")
        while len(self.to_come) > (BEHIND if behind else 0):
            self.replica.store(self.to_come.popleft())
        return self.replica

    def get(self, key: Key, consistent: bool = True) -> Item | None:
        if key["sk"].startswith("JOB#"):
            self.last_read = key["sk"].removeprefix("JOB#")
        return self._source(consistent).get(key)

    def get_many(self, keys: Sequence[Key], consistent: bool = True) -> list[Item]:
        return self._source(consistent).get_many(keys)

    def put(self, item: Item, must: tuple[Clause, ...] = ()) -> Outcome:
        return self._once_or_twice(lambda: self.memory.put(item, must))

    def put_many(self, items: Sequence[Item]) -> None:
        self.memory.put_many(items)

    def update(self, key: Key, step: Step) -> Outcome:
        return self._once_or_twice(lambda: self.memory.update(key, step))

    def _once_or_twice(self, write: Callable[[], Outcome]) -> Outcome:
        outcome = write()
        if outcome.done and self.world.strikes("written_twice"):
            return write()
        if self.world.strikes("died"):
            raise Died
        return outcome

    def query(self, index: str | None, where: str, values: Item, **options: Any) -> Iterator[Item]:
        return self._source(options.get("ConsistentRead", True)).query(index, where, values, **options)

    def count(self, index: str | None, where: str, values: Item, most: int) -> int:
        return self._source(False).count(index, where, values, most)
