"""What one side (the job, the engine's configuration, the built-in default) wants of a request."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Literal


class Unset(Enum):
    """Nothing is said, so whoever stands lower decides."""

    UNSET = "unset"

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = Unset.UNSET
NONE: Final = None


@dataclass(frozen=True)
class Tool:
    """What a model may ask for. `schema`: JSON Schema of the arguments, an object."""

    name: str
    description: str = ""
    schema: Mapping[str, Any] = field(default_factory=lambda: {"type": "object", "properties": {}})


@dataclass(frozen=True)
class Stop:
    """Where the model shall end. `adds`: to what stands lower, instead of in its place."""

    sequences: tuple[str, ...]
    adds: bool = False


@dataclass(frozen=True)
class Json:
    """The answer shall be JSON; of this schema, if there is one."""

    schema: Mapping[str, Any] | None = None
    name: str = "answer"


@dataclass(frozen=True)
class Choice:
    """Whether tools are used: as the model likes, at least one, none, or the one that is named."""

    kind: Literal["auto", "required", "none", "named"]
    tool: str = ""


@dataclass(frozen=True)
class Options:
    """Each field is UNSET, a value, or NONE: explicitly none, whatever stands lower.

    `must` names the fields (and `media`) that may not be left out where an API cannot do them.
    """

    model: str | Unset | None = UNSET
    temperature: float | Unset | None = UNSET
    max_tokens: int | Unset | None = UNSET
    stop: Stop | Unset | None = UNSET
    response_format: Json | Unset | None = UNSET
    tools: tuple[Tool, ...] | Unset | None = UNSET
    tool_choice: Choice | Unset | None = UNSET
    stream: bool | Unset | None = UNSET
    must: frozenset[str] = frozenset()


SCALARS: Final = ("model", "temperature", "max_tokens", "response_format", "tool_choice", "stream")
LISTS: Final = ("stop", "tools")
