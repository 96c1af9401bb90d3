"""How the local stack is ended by those who started it."""

from local.dynamodb import SAVE_SECONDS
from tools import stack


def test_it_is_given_longer_than_its_emulator_has_to_save_before_it_is_killed() -> None:
    assert sum(seconds for _, seconds in stack.ENDING) > SAVE_SECONDS
    with stack.started("--port", "0") as child:
        assert child._ending == stack.ENDING
