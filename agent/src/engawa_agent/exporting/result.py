"""What a writer hands on: the file's text, and what could not go into it."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Export:
    """`left_out` and `changed` count nodes and edges by what they are: {"comment": 3}, {"shape as text": 1}."""

    text: str
    left_out: Mapping[str, int] = field(default_factory=dict)
    changed: Mapping[str, int] = field(default_factory=dict)
