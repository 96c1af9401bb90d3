"""A request that is too long for a small window."""

import pytest

from engawa_agent.engines.fitting import LEAST, fit
from tests.agent.makers import a_request


def words(text: str) -> int:
    return len(text)


def test_what_fits_is_not_touched() -> None:
    request = a_request()
    assert fit(request, 500, words) == (request, {})


def test_the_context_gives_way_from_its_middle() -> None:
    request = a_request(context="HEAD" + "x" * 5000 + "TAIL", prompt="Short.")
    fitted, note = fit(request, 1000, words)
    assert words(fitted.text()) <= 1000
    assert fitted.context.startswith("HEAD")
    assert fitted.context.endswith("TAIL")
    assert (fitted.instruction, fitted.prompt) == (request.instruction, request.prompt)
    assert note["shrunk"]["context"]["from"] == 5008


def test_most_of_the_room_is_used() -> None:
    fitted, _ = fit(a_request(context="x" * 5000), 2000, words)
    assert words(fitted.text()) > 1400


@pytest.mark.parametrize("part", ["prompt", "instruction"])
def test_another_part_gives_way_when_the_context_is_not_enough(part: str) -> None:
    fitted, note = fit(a_request(**{part: "x" * 5000}), 1500, words)
    assert words(fitted.text()) <= 1500
    assert part in note["shrunk"]


def test_it_ends_even_when_nothing_can_fit() -> None:
    fitted, _ = fit(a_request(context="x" * 5000), 1, words)
    assert len(fitted.context) < LEAST + 60


def test_a_cut_through_a_pair_is_still_valid_text() -> None:
    fitted, _ = fit(a_request(context="😀" * 5000), 1500, words)
    assert fitted.context.encode("utf-8").count("😀".encode()) > 100
