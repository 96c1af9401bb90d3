"""All that is known of a run when it is over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tools.chaos.diary import Run
from tools.chaos.exchange import Exchange
from tools.chaos.plan import Order
from tools.chaos.strike import Strike

Job = Mapping[str, Any]


@dataclass(frozen=True)
class Evidence:
    """`orders` are by the id of the job that each became; `first` is each job as the app first saw it ended, `jobs`
    as it is in the end, and `nodes` are the workspace's. `troubles` tell of agents that ended otherwise than told.
    `left` are the processes that were still there when all was stopped, by their ids, and `folders` what was in the
    agents' temporary ones; `cleared` is how many processes and folders that killed agents had left others have ended
    and removed. `seconds` is how long it took.
    """

    orders: Mapping[str, Order]
    first: Mapping[str, Job]
    jobs: Mapping[str, Job]
    nodes: Sequence[Mapping[str, Any]]
    runs: Sequence[Run]
    seen: Sequence[Exchange]
    planned: Sequence[str] = ()
    struck: Sequence[Strike] = ()
    missed: Sequence[str] = ()
    troubles: Sequence[str] = ()
    left: Sequence[int] = ()
    folders: Sequence[str] = ()
    cleared: tuple[int, int] = (0, 0)
    seconds: float = field(default=0.0, compare=False)
