"""What the agent tells its person: events, each said once, and the state it is in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Event:
    """Something that happened. `name` and `facts` are for programs, `text` is the line for people."""

    name: str
    text: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class State:
    """What goes on now. `word`: checking, waiting, asking, working, delivering,
    away, stopping, or why it takes no job. `amount` in characters."""

    word: str
    engine: str = ""
    phase: str = ""
    amount: int = 0


class Report:
    """Where the worker, the lease and the link leave word; what is done with it is the screen's affair."""

    def __init__(self, on_event: Callable[[Event], None], on_state: Callable[[State], None]) -> None:
        self._on_event = on_event
        self._on_state = on_state

    def say(self, name: str, text: str, **facts: Any) -> None:
        self._on_event(Event(name, text, facts))

    def state(self, word: str, engine: str = "", phase: str = "", amount: int = 0) -> None:
        self._on_state(State(word, engine, phase, amount))
