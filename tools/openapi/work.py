"""What the answers about jobs are made of, as models."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from engawa.ids import Id
from tools.openapi.things import Count, Moment

State = Literal["pending", "claimed", "done", "failed", "cancelled"]
Format = Literal["text", "json"]


class JobType(BaseModel):
    """`needs` are the fields of an order that this type cannot do without; `tools` what its model may ask for, where an
    engine's owner has switched it on.
    """

    type: str
    context: str
    needs: list[str]
    responseFormat: Format
    tools: list[str]
    responseSchema: dict[str, Any] | None


class Payload(BaseModel):
    """What was ordered, and what is frozen of it. Lists of jobs leave the texts null."""

    targetId: Id | None
    chatRoomId: Id | None
    runner: str | None
    locale: Literal["ja", "en"]
    responseFormat: Format
    nodeIds: list[Id] | None
    prompt: str | None
    instruction: str | None
    responseSchema: dict[str, Any] | None
    legend: list[Id] | None
    tools: list[str]


class Attempts(BaseModel):
    """Why earlier attempts gave no answer."""

    lost: Count
    failed: Count
    released: Count


class Orderer(BaseModel):
    """The token that ordered a job."""

    id: str
    name: str


class AgentsJob(BaseModel):
    """A job as its agent sees it. `parsed` is the checked form of `result`; `parseError` says why there is none."""

    id: Id
    workspaceId: Id
    type: str
    status: State
    payload: Payload
    context: str | None
    result: str | None
    parsed: Any
    parseError: str | None
    trace: dict[str, Any] | None = Field(
        description="How the result came about, in the words of the agent that brought it: tokens, what was left out."
    )
    error: str | None
    errorCode: str | None
    attempt: Count
    attempts: Attempts
    notBefore: Moment | None
    createdBy: Orderer
    claimedBy: str | None
    releaseReason: str | None
    engine: str | None
    phase: Literal["loading", "reading", "writing"] | None
    amount: Count | None = Field(description="Characters written so far.")
    createdAt: Moment
    updatedAt: Moment


class Job(AgentsJob):
    """A job. In a list its texts are null."""

    waitingFor: str | None = Field(description="Why it waits; null for its turn, and where nothing waits.")


class ClaimedJob(AgentsJob):
    """A job, and the terms on which the agent has it. `fence` goes into each later call about it."""

    status: Literal["claimed"]
    fence: Count
    leaseExpiresAt: Moment
    leaseSeconds: Count
    renewSeconds: Count
    hardLimitSeconds: Count
    pollAfterMs: Count


class Renewal(BaseModel):
    """`cancelRequested`: stop the engine; whatever is delivered then ends the job as cancelled."""

    status: Literal["claimed"]
    leaseExpiresAt: Moment
    cancelRequested: bool


class Pulse(BaseModel):
    """When to call again, and whether it is time for a new token."""

    status: Literal["ok"]
    pollAfterMs: Count
    rotateToken: bool
