"""A job on one line, and in full."""

from datetime import UTC, datetime
from typing import Any

from engawa_agent import listing
from tests.agent.makers import JOB_ID

NOW = datetime(2026, 11, 29, 8, 4, 2, tzinfo=UTC)
WIDE = 200.0


def a_head(status: str, **fields: Any) -> dict[str, Any]:
    at = "2026-11-29T08:00:02.000000Z"
    return {"id": JOB_ID, "type": "brainstorm", "status": status, "createdAt": at, "updatedAt": at, **fields}


def line(status: str, width: float = WIDE, **fields: Any) -> str:
    return listing.lines([a_head(status, **fields)], NOW, width)[0]


def test_a_line_has_the_status_the_age_and_what_matters_most() -> None:
    assert line("pending", waitingFor="agent") == f"pending   brainstorm  4 min ago  {JOB_ID}  waits for an agent"
    assert line("failed", error="Out of\nmemory.").endswith("  Out of memory.")
    assert line("done", engine="ollama").endswith("  ollama")
    assert line("cancelled") == f"cancelled brainstorm  4 min ago  {JOB_ID}"


def test_a_running_job_says_how_far_it_is_and_on_what() -> None:
    assert line("claimed", phase="writing", amount=1320, engine="ollama").endswith(
        "writing, 1,320 characters, on ollama"
    )
    assert line("claimed", phase="loading", amount=0).endswith("  loading")


def test_columns_are_aligned() -> None:
    jobs = [a_head("done"), a_head("pending", type="summarize_transcript")]
    assert len({line.index(JOB_ID) for line in listing.lines(jobs, NOW, WIDE)}) == 1


def test_a_note_that_does_not_fit_has_a_line_of_its_own() -> None:
    head, note = line("failed", width=80, error="モデルのメモリが足りません。").split("\n")
    assert head.endswith(JOB_ID)
    assert note == "          モデルのメモリが足りません。"


def test_a_terminal_obeys_nothing_that_a_job_says() -> None:
    assert line("failed", error="\x1b[2Jgone").endswith("  [2Jgone")


def test_in_full_only_what_is_known_is_told() -> None:
    facts = dict(listing.facts(a_head("pending", waitingFor="agent", attempts={"lost": 0, "failed": 0}), NOW, UTC))
    assert facts == {
        "created": "2026-11-29 08:00:02, 4 min ago",
        "updated": "2026-11-29 08:00:02, 4 min ago",
        "waits": "for an agent (start one with: engawa run)",
    }


def test_in_full_it_says_why_attempts_brought_no_answer() -> None:
    counts = {"lost": 1, "failed": 2, "released": 1}
    job = a_head("failed", attempts=counts, releaseReason="stopping", error="Lost.", errorCode="lost")
    facts = dict(listing.facts(job, NOW, UTC))
    assert facts["attempts"] == "1 lost, 2 failed, 1 released (stopping)"
    assert facts["error"] == "Lost. (lost)"


def test_in_full_it_says_who_ordered_it_and_how_far_it_is() -> None:
    facts = dict(listing.facts(a_head("claimed", phase="writing", amount=12, createdBy={"name": "Aoki"}), NOW, UTC))
    assert (facts["by"], facts["progress"]) == ("Aoki", "writing, 12 characters")
