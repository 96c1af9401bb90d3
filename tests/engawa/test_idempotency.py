"""One job for each idempotency key, on moto."""

import pytest

from engawa import creation, idempotency
from engawa.errors import Invalid, Unprocessable
from engawa.orders import JobIn
from engawa.workspace import Workspace
from makers import BOARD_ID, NOW, SETTINGS, a_board, a_node, later

ORDER = JobIn(type="summarize_board", targetId=BOARD_ID)
ANOTHER = JobIn(type="brainstorm", targetId=BOARD_ID, prompt="3 ideas")


@pytest.fixture
def board(workspace: Workspace) -> Workspace:
    a_board(workspace, a_node(data={"text": "Price in March"}))
    return workspace


def create(workspace: Workspace, order: JobIn = ORDER, key: str | None = "key-1", at: float = 0) -> str:
    return str(creation.create(workspace, order, later(at), SETTINGS, key)["id"])


def test_the_same_order_again_is_the_same_job(board: Workspace) -> None:
    assert create(board) == create(board, at=60)
    assert len(board.jobs(10)) == 1


def test_without_a_key_it_is_another_job(board: Workspace) -> None:
    assert create(board, key=None) != create(board, key=None)


def test_another_key_is_another_job(board: Workspace) -> None:
    assert create(board) != create(board, key="key-2")


def test_another_order_under_the_same_key_is_refused(board: Workspace) -> None:
    create(board)
    with pytest.raises(Unprocessable, match="Idempotency-Key"):
        create(board, ANOTHER)
    assert len(board.jobs(10)) == 1


def test_after_a_day_the_key_is_free_again(board: Workspace) -> None:
    assert create(board) != create(board, at=86_402)
    create(board, ANOTHER, at=2 * 86_405)
    assert len(board.jobs(10)) == 3


def test_a_call_that_ended_before_its_job_was_there_is_finished_by_the_next(board: Workspace) -> None:
    promised = idempotency.job_for(board, "key-1", ORDER, NOW)
    assert create(board, at=5) == promised


@pytest.mark.parametrize("key", ["", "x" * 256, "a\nb", "鍵"])
def test_a_key_that_is_none_is_refused_by_name(board: Workspace, key: str) -> None:
    with pytest.raises(Invalid, match="Idempotency-Key"):
        idempotency.job_for(board, key, ORDER, NOW)
