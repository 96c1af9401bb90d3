from collections.abc import Callable, Sequence

import httpx
import pytest

from engawa_agent.api import Api
from engawa_agent.errors import NoAccess, Stop
from engawa_agent.importing import canvas
from engawa_agent.importing.sending import send
from tests.agent.importing.makers import TARGET, a_canvas, a_text

IMPORT = canvas.read(a_canvas(*[a_text(f"n{n}") for n in range(150)]), TARGET)


def sent(statuses: Sequence[int]) -> tuple[list[float], list[int]]:
    """Send 151 nodes to a server that answers like this: the pauses that were made, the items that were counted."""
    answers = iter(statuses)
    pauses: list[float] = []
    counted: list[int] = []
    api = Api("http://127.0.0.1:1", "token", transport=httpx.MockTransport(_answering(lambda: next(answers))))
    try:
        send(api, IMPORT, sleep=pauses.append, advance=counted.append)
    finally:
        api.close()
    return pauses, counted


def _answering(status: Callable[[], int]) -> Callable[[httpx.Request], httpx.Response]:
    def answer(_: httpx.Request) -> httpx.Response:
        return httpx.Response(status(), json={"error": {"code": "invalid", "message": "name: is not a text."}})

    return answer


def test_each_batch_is_counted() -> None:
    assert sent([200, 200]) == ([], [100, 51])


def test_a_server_that_is_away_for_a_moment_is_asked_again() -> None:
    assert sent([503, 200, 429, 503, 200]) == ([1.0, 1.0, 2.0], [100, 51])


def test_a_server_that_stays_away_ends_it_and_says_how_far_it_came() -> None:
    with pytest.raises(Stop) as told:
        sent([200, 503, 503, 503, 503])
    assert (told.value.exit_code, told.value.code) == (5, "E_SERVER_AWAY")
    assert "100 of 151 nodes and edges were written" in told.value.message
    assert "goes on from here" in told.value.hint


def test_a_refusal_ends_it_with_the_servers_own_words() -> None:
    with pytest.raises(Stop) as told:
        sent([400])
    assert (told.value.exit_code, told.value.code) == (2, "E_REFUSED")
    assert "name: is not a text. (invalid); 0 of 151" in told.value.message


def test_a_wrong_token_is_not_the_files_fault() -> None:
    with pytest.raises(NoAccess):
        sent([401])
