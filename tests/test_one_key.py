"""One idempotency key, and a thousand equal orders that come many at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from engawa import creation
from engawa.orders import JobIn
from engawa.settings import Settings
from engawa.workspace import Workspace
from makers import BOARD_ID, a_board, a_node, later

ORDERS, AT_ONCE = 1000, 32
UNLIMITED = Settings(max_creations_a_minute=0)


@pytest.mark.slow
def test_a_thousand_equal_orders_under_one_key_are_one_job(team: Workspace) -> None:
    a_board(team, a_node(data={"text": "Price in March"}))
    order = JobIn(type="summarize_board", targetId=BOARD_ID)

    def create(number: int) -> str:
        return str(creation.create(team, order, later(number / 100), UNLIMITED, "key-1")["id"])

    with ThreadPoolExecutor(AT_ONCE) as threads:
        made = set(threads.map(create, range(ORDERS)))
    assert made == {head["id"] for head in team.jobs(10)}
    assert len(made) == 1
