"""Things with fixed values, for tests: each takes only what the test is about."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from engawa import batch, creation
from engawa.batch import BatchIn
from engawa.edges import EdgeIn
from engawa.nodes import NodeIn
from engawa.orders import JobIn
from engawa.settings import Settings
from engawa.workspace import Workspace

NOW = datetime(2026, 11, 29, 8, 0, 2, tzinfo=UTC)
WORKSPACE_ID = "6b1f7a54-0f3e-4c59-9c8e-3d2f0c1a9e10"
BOARD_ID = "7c2a8b65-1a4f-4d6a-8d9f-4e3a1d2bafaa"
SETTINGS = Settings()
# The environment of a function here: credentials that are none, so that nothing can reach a real account.
AWS = {
    "AWS_ACCESS_KEY_ID": "test",
    "AWS_SECRET_ACCESS_KEY": "test",
    "AWS_DEFAULT_REGION": "us-east-1",
    "TABLE_NAME": "engawa-test",
}


def an_id(number: int) -> str:
    return str(UUID(int=number))


def later(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def a_node(number: int = 1, **changes: Any) -> NodeIn:
    return NodeIn(**{"id": an_id(number), "type": "sticky", "parentId": BOARD_ID, **changes})


def an_edge(number: int = 1, **changes: Any) -> EdgeIn:
    ends = {"sourceNodeId": an_id(1), "targetNodeId": an_id(2)}
    return EdgeIn(**{"id": an_id(1000 + number), "boardId": BOARD_ID, **ends, **changes})


def a_board(workspace: Workspace, *nodes: NodeIn, edges: tuple[EdgeIn, ...] = ()) -> str:
    """A board with `nodes` and `edges` on it; its id."""
    board = NodeIn(id=BOARD_ID, type="board", name="Launch")
    batch.put(workspace, BatchIn(nodes=[board, *nodes], edges=list(edges)), NOW)
    return BOARD_ID


def a_job(workspace: Workspace, now: datetime = NOW, settings: Settings = SETTINGS, **changes: Any) -> dict[str, Any]:
    """A waiting job on a board with one sticky."""
    a_board(workspace, a_node(data={"text": "Price in March"}))
    wanted = {"type": "summarize_board", "targetId": BOARD_ID, **changes}
    return creation.create(workspace, JobIn(**wanted), now, settings)
