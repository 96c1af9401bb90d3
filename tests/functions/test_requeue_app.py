"""The scheduled function, with the event that EventBridge sends."""

from .conftest import Call, app, sample


def test_a_sweep_of_nothing_counts_nothing(call: Call) -> None:
    counts = app("requeue").lambda_handler(sample("schedule-requeue"), None)
    assert not any(counts.values())
