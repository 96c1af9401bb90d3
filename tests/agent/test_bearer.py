"""The token of the requests, and when it may be exchanged."""

import threading
from contextlib import suppress

from engawa_agent.bearer import Bearer


def at(*times: float) -> Bearer:
    """A bearer whose clock shows these times, the last one for ever."""
    left = list(times)
    return Bearer("old", clock=lambda: left.pop(0) if len(left) > 1 else left[0])


def lose_one(bearer: Bearer) -> None:
    with suppress(TimeoutError), bearer.lent():
        raise TimeoutError


def test_it_is_exchanged_once_the_new_one_is_kept() -> None:
    bearer = at(0)
    assert bearer.exchange("new", lambda: "kept") == "kept"
    with bearer.lent() as token:
        assert token == "new"


def test_what_could_not_be_kept_is_not_used() -> None:
    bearer = at(0)
    assert bearer.exchange("new", lambda: None) is None
    assert bearer.token == "old"


def test_it_waits_for_the_requests_that_are_on_their_way() -> None:
    bearer, sent, answered, seen = at(0), threading.Event(), threading.Event(), []

    def request() -> None:
        with bearer.lent():
            sent.set()
            answered.wait(10)
            seen.append(bearer.token)

    thread = threading.Thread(target=request)
    thread.start()
    sent.wait(10)
    threading.Timer(0.05, answered.set).start()
    assert bearer.exchange("new", lambda: "kept") == "kept"
    thread.join()
    assert seen == ["old"]


def test_while_a_request_is_on_its_way_it_is_not_settled() -> None:
    bearer = at(0)
    with bearer.lent():
        assert not bearer.is_settled
    assert bearer.is_settled


def test_a_request_without_an_answer_may_still_arrive_for_a_minute() -> None:
    bearer = at(100, 159, 160)
    lose_one(bearer)
    assert not bearer.is_settled
    assert bearer.is_settled


def test_until_then_nothing_is_exchanged_nor_kept() -> None:
    bearer, kept = at(100, 101), []
    lose_one(bearer)
    assert bearer.exchange("new", lambda: kept.append("new")) is None
    assert (bearer.token, kept) == ("old", [])
