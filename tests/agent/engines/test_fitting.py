"""A request that is too long for a window."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engawa_agent.engines import Request
from engawa_agent.engines.fitting import MARGIN, fit
from engawa_agent.errors import EngineError
from engawa_text import tokens
from tests.agent.makers import a_request

BOARD = "# Board: B (99 items)\n\n## Items\n" + "".join(f'- [text] "item {number}"\n' for number in range(99))
TEXTS = st.text(st.sampled_from("ab あ🚀\n#-`: "), max_size=400)


def test_what_fits_is_not_touched() -> None:
    request = a_request()
    room = len(request.text()) + MARGIN
    assert fit(request, room, len) == (request, {})


def test_the_context_gives_way_item_by_item() -> None:
    request = a_request(context=BOARD, prompt="Short.")
    fitted, note = fit(request, 600, len)
    assert 600 - MARGIN - 20 < len(fitted.text()) <= 600 - MARGIN
    assert fitted.context.startswith('# Board: B (99 items)\n\n## Items\n- [text] "item 0"\n')
    assert (fitted.instruction, fitted.prompt) == (request.instruction, request.prompt)
    (section,) = note["thinned"]["sections"]
    assert fitted.context.endswith(f"({99 - section['kept']} more)\n")


def test_the_receipt_counts_what_the_context_adds_to_the_rest() -> None:
    request = a_request(context=BOARD)
    fitted, note = fit(request, 600, len)
    rest = len(request.text()) - len(BOARD)
    assert note["thinned"]["wished"] == len(BOARD)
    assert note["thinned"]["room"] == 600 - MARGIN - rest
    assert note["thinned"]["used"] == len(fitted.context)


def test_a_context_of_one_text_keeps_its_head_and_tail() -> None:
    fitted, _ = fit(a_request(context="HEAD" + "x" * 5000 + "TAIL"), 1000, len)
    assert fitted.context.startswith("HEAD")
    assert fitted.context.endswith("TAIL")


def test_a_prompt_is_kept_as_long_as_it_fits_without_any_context() -> None:
    request = a_request(context=BOARD, prompt="x" * 700)
    room = len(request.text()) - len(BOARD) + MARGIN
    fitted, note = fit(request, room, len)
    assert (fitted.context, fitted.prompt) == ("", request.prompt)
    assert note["thinned"]["leftOut"] == 99


def test_a_prompt_that_is_too_long_alone_keeps_head_and_tail() -> None:
    fitted, note = fit(a_request(context="", prompt="HEAD" + "😀" * 5000 + "TAIL"), 1500, len)
    assert 1400 - MARGIN < len(fitted.text()) <= 1500 - MARGIN
    assert fitted.prompt.startswith("HEAD😀")
    assert fitted.prompt.endswith("😀TAIL")
    assert note == {"shrunk": {"prompt": {"from": 10008, "to": note["shrunk"]["prompt"]["to"]}}}


def test_both_notes_are_given_where_both_gave_way() -> None:
    _, note = fit(a_request(context=BOARD, prompt="x" * 5000), 1500, len)
    assert set(note) == {"thinned", "shrunk"}


@pytest.mark.parametrize("prompt", ["", "x" * 5000])
def test_an_instruction_that_leaves_no_room_is_an_error_with_the_numbers(prompt: str) -> None:
    request = a_request(context=BOARD, instruction="i" * 480, prompt=prompt)
    with pytest.raises(EngineError, match=f"instruction 480, prompt {len(prompt)}, window 500 tokens") as error:
        fit(request, 500, len)
    assert (error.value.code, error.value.retryable) == ("too_long", False)


def test_a_count_that_is_not_additive_is_kept_to() -> None:
    def count(text: str) -> int:
        return len(text) + text.count("\n\n") * 40

    fitted, _ = fit(a_request(context=BOARD.replace("\n-", "\n\n-"), prompt="Short."), 900, count)
    assert 900 - MARGIN - 80 < count(fitted.text()) <= 900 - MARGIN


@settings(max_examples=100, deadline=None)
@given(st.builds(Request, TEXTS, TEXTS | st.just(BOARD), TEXTS, st.sampled_from(["ja", "en"])), st.integers(-9, 600))
def test_it_fits_or_the_order_itself_is_too_long(request: Request, room: int) -> None:
    inside = room - MARGIN
    try:
        fitted, note = fit(request, room, tokens.estimate)
    except EngineError:
        fitted, note = replace(request, context=""), {}
        assert tokens.estimate(fitted.text()) > inside
    else:
        assert tokens.estimate(fitted.text()) <= inside
        assert (fitted == request) == (note == {})
    assert fitted.instruction == request.instruction
