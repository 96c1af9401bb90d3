"""What was written a moment ago is in the context: reads are consistent, whoever wrote."""

import pytest

from engawa import batch, creation, nodes
from engawa.orders import JobIn
from engawa.workspace import Workspace
from makers import BOARD_ID, SETTINGS, a_board, a_node, later

ROUNDS = 200


@pytest.mark.slow
def test_a_sticky_is_in_the_job_that_another_client_creates_at_once(team: Workspace, elsewhere: Workspace) -> None:
    a_board(team)
    for number in range(1, ROUNDS + 1):
        batch.put_node(team, a_node(1, data={"text": f"round {number}."}), later(number))
        order = JobIn(type="summarize_board", targetId=BOARD_ID)
        assert f'"round {number}."' in creation.create(elsewhere, order, later(number), SETTINGS)["context"]
    assert len(nodes.every(team, BOARD_ID)) == 1
