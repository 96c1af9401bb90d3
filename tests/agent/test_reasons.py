"""Why a job waits, in words."""

from datetime import UTC

import pytest

from engawa_agent import reasons

AT = "2026-12-01T09:00:05.250000Z"


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("agent", "for an agent"),
        ("paused", "until an agent's pause is over"),
        ("retry", "for its next try at 09:00:05"),
        ("schedule", "for its time, 2026-12-01 09:00:05"),
        ("runner:ollama", "until an agent with ollama is free"),
        (None, "for its turn"),
        ("full moon", "for full moon"),
    ],
)
def test_each_reason_has_its_words(reason: str | None, words: str) -> None:
    assert reasons.words({"waitingFor": reason, "notBefore": AT}, UTC) == words


@pytest.mark.parametrize(("reason", "words"), [("retry", "for its next try"), ("schedule", "for its time")])
def test_without_its_time_a_reason_is_told_all_the_same(reason: str, words: str) -> None:
    assert reasons.words({"waitingFor": reason}) == words


def test_in_full_it_says_what_one_can_do() -> None:
    assert reasons.in_full({"waitingFor": "agent"}) == "for an agent (start one with: engawa run)"
    assert reasons.in_full({"waitingFor": None}) == "for its turn"
