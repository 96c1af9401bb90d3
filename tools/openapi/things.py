"""What the answers are made of, as models: nodes, edges, contexts, the state of the AI work, tokens, pairings."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, WithJsonSchema

from engawa import pairing, token_form, tokens
from engawa.ids import Id

Moment = Annotated[str, WithJsonSchema({"type": "string", "format": "date-time", "minLength": 27, "maxLength": 27})]
Count = Annotated[int, Field(ge=0)]
TOKEN = f"eng_({'|'.join(token_form.KINDS)})_{tokens.TOKEN_ID.pattern}_{token_form.SECRET.pattern}_[0-9a-f]{{8}}"
TokenId = Annotated[str, Field(pattern=f"^{tokens.TOKEN_ID.pattern}$")]
TokenText = Annotated[str, Field(pattern=f"^{TOKEN}$", description="Shown this once.")]
LETTER = f"[{pairing.LETTERS}]"
UserCode = Annotated[str, Field(pattern=f"^{LETTER}{{4}}-{LETTER}{{4}}$")]


class Health(BaseModel):
    status: Literal["ok"]


class Node(BaseModel):
    """`parentId` is null for the workspace's own node, and for what stands right under it."""

    id: Id
    workspaceId: Id
    parentId: Id | None
    type: str
    name: str
    orderKey: str
    data: dict[str, Any]
    createdAt: Moment
    updatedAt: Moment


class Edge(BaseModel):
    id: Id
    workspaceId: Id
    boardId: Id
    sourceNodeId: Id
    targetNodeId: Id
    label: str
    data: dict[str, Any]
    createdAt: Moment
    updatedAt: Moment


class Written(BaseModel):
    """How many of each were written."""

    nodes: Count
    edges: Count


class Context(BaseModel):
    """`legend` holds the ids behind the numbers in the text, where it has numbers; `units` are UTF-16 units."""

    text: str
    legend: list[Id] | None
    units: Count


class Engine(BaseModel):
    id: str
    label: str


class Pause(BaseModel):
    """Why an agent takes no new job."""

    reason: str
    note: str | None
    until: Moment | None


class Agent(BaseModel):
    id: str
    name: str
    status: Literal["online", "offline"]
    onlineSince: Moment | None
    lastSeenAt: Moment
    paused: Pause | None
    runners: list[Engine]


class Oldest(BaseModel):
    """The job that waits longest, and why."""

    id: Id
    type: str
    createdAt: Moment
    waitingFor: str | None


class Queue(BaseModel):
    waiting: Count
    scheduled: Count
    running: Count
    oldest: Oldest | None


class Status(BaseModel):
    agent: Literal["online", "offline"]
    mockMode: bool
    lastSeenAt: Moment | None
    runners: list[Engine]
    agents: list[Agent]
    queue: Queue


class Token(BaseModel):
    """A token as it is listed: without what would open anything. `approvedBy` is the token that made this one or
    approved its pairing. What is `replaced` opens what it opened until its successor is first used.
    """

    id: TokenId
    kind: Literal["admin", "member", "agent"]
    name: str
    scopes: list[str]
    state: Literal["active", "replaced", "silent", "expired", "revoked"]
    createdAt: Moment
    approvedBy: TokenId | None
    expiresAt: Moment | None
    lastUsedAt: Moment | None
    revokedAt: Moment | None
    replacedBy: TokenId | None


class NewToken(Token):
    token: TokenText


class PairedToken(NewToken):
    workspaceId: Id


class Ticket(BaseModel):
    ticket: str
    expiresIn: Count = Field(description="Seconds.")


class PairingStart(BaseModel):
    """The machine keeps `deviceCode` and asks with it every `interval` seconds; a member types `userCode`."""

    deviceCode: str
    userCode: UserCode
    expiresIn: Count = Field(description="Seconds.")
    interval: Count = Field(description="Seconds.")


class Pairing(BaseModel):
    """What is asked for, as whoever approves it sees it. `place` is the address that the call came from."""

    userCode: UserCode
    machine: str
    user: str
    place: str
    engines: list[str]
    scopes: list[str]
    status: Literal["pending", "approved", "denied"]
    secondsLeft: Count
    createdAt: Moment
