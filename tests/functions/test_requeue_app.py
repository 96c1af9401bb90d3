"""The scheduled function, with the event that EventBridge sends."""

from .conftest import Call, app, sample


def test_a_sweep_of_nothing_counts_nothing(call: Call) -> None:
    counts = app("requeue").lambda_handler(sample("schedule-requeue"), None)
    assert counts == {"requeued": 0, "lost": 0, "expired": 0, "settled": 0, "failed": 0}
