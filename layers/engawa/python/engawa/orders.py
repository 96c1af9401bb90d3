"""What an app orders, and what is frozen of it when the job is created."""

import json
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from engawa import instants
from engawa.contexts import MAX_NODES, Locale
from engawa.ids import Id
from engawa.step import Item

# With instruction and context this stays under 100 KB: there are agents that put all of it on one command line.
MAX_PROMPT = 16_000  # characters
MAX_SOURCE = 1_000_000

Instant = Annotated[str, AfterValidator(instants.normal), WithJsonSchema({"type": "string", "format": "date-time"})]


class JobIn(BaseModel):
    """What POST /api/ai/jobs takes. Which fields a type needs, GET /api/ai/job-types tells."""

    model_config = ConfigDict(strict=True)

    type: str
    workspaceId: Id | None = None
    targetId: Id | None = None
    nodeIds: list[Id] | None = Field(None, max_length=MAX_NODES)
    chatRoomId: Id | None = None
    prompt: str | None = Field(None, max_length=MAX_PROMPT)
    sourceText: str | None = Field(None, max_length=MAX_SOURCE)
    runner: str | None = Field(None, min_length=1, max_length=100)
    locale: Locale = "ja"
    background: bool = False  # may wait: what somebody waits for overtakes it, for ten minutes at most
    notBefore: Instant | None = None  # not to be claimed before


@dataclass(frozen=True)
class Submitter:
    """Whose token ordered a job. An agent may take jobs of certain people alone."""

    id: str
    name: str


NOBODY = Submitter("", "")


@dataclass(frozen=True)
class Frozen:
    """The input of a job as it was at its creation. Later edits of the board do not reach it, and answers by number
    resolve through this legend.
    """

    instruction: str
    context: str
    prompt: str = ""
    response_schema: dict[str, Any] | None = None
    node_ids: list[str] | None = None
    legend: list[str] | None = None  # of what was shown
    legend_total: int = 0

    def stored(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)


def frozen_of(item: Item | None) -> Frozen | None:
    """The input as stored; None where its time is over."""
    return Frozen(**json.loads(item["frozen"])) if item else None
