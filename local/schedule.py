"""The template's schedules, ticking in EventBridge's place."""

import threading
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from local.cloudformation import ACCOUNT, REGION
from local.functions import Crashed, Functions
from local.template import Schedule

# Waits for so many seconds; true when it is time to end.
Wait = Callable[[float], bool]


def event(schedule: Schedule, now: datetime) -> dict[str, Any]:
    """What EventBridge sends for a tick."""
    return {
        "version": "0",
        "id": str(uuid.uuid4()),
        "detail-type": "Scheduled Event",
        "source": "aws.events",
        "account": ACCOUNT,
        "time": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "region": REGION,
        "resources": [f"arn:aws:events:{REGION}:{ACCOUNT}:rule/{schedule.name}"],
        "detail": {},
    }


def keep(schedule: Schedule, functions: Functions, wait: Wait) -> None:
    """Calls the function after each period until `wait` says that it is time to end."""
    while not wait(schedule.seconds):
        try:
            functions.call(schedule.function, event(schedule, datetime.now(UTC)))
        except Crashed:
            # Its traceback is on the screen; the next tick is another chance.
            continue


@contextmanager
def ticking(schedules: Iterable[Schedule], functions: Functions) -> Iterator[None]:
    """Keeps all `schedules`, each in a thread of its own, until the context ends."""
    end = threading.Event()
    for schedule in schedules:
        threading.Thread(target=keep, args=(schedule, functions, end.wait), daemon=True).start()
    try:
        yield
    finally:
        end.set()
