"""What a claim brought, read with care."""

from typing import Any

import pytest

from engawa_agent import claimed
from engawa_agent.claimed import Fences
from tests.agent.makers import JOB_ID, a_claimed, a_job


def test_what_the_server_says_is_heeded() -> None:
    job = a_claimed(renewSeconds=5, hardLimitSeconds=90)
    assert (job.id, job.fence, job.renew, job.hard_limit, job.trouble) == (JOB_ID, 7, 5.0, 90.0, "")


@pytest.mark.parametrize("value", [None, "20", -1, 0, float("inf"), float("nan"), True, [], 10**400])
def test_a_number_that_is_none_is_as_if_it_were_not_there(value: Any) -> None:
    assert a_claimed(renewSeconds=value).renew == 20.0


@pytest.mark.parametrize(
    "answer",
    [None, [], "job", {}, a_job() | {"id": "../x"}, a_job() | {"id": 7}, a_job() | {"fence": "7"}]
    + [a_job() | {"fence": fence} for fence in (None, True, -1, 1.5)],
)
def test_without_a_job_and_a_fence_it_is_nothing(answer: Any) -> None:
    assert claimed.read(answer) is None


@pytest.mark.parametrize("payload", [None, [], "words"])
def test_without_a_payload_it_is_trouble(payload: Any) -> None:
    assert a_claimed(payload=payload).trouble == "it came without a payload"


def test_unknown_fields_do_nothing() -> None:
    assert a_claimed(concurrency=99, policy={"engines": "all"}).trouble == ""


def test_a_fence_that_does_not_grow_is_no_new_claim() -> None:
    fences = Fences()
    assert [fences.is_new(a_claimed(fence=fence)) for fence in (3, 3, 2, 4)] == [True, False, False, True]


def test_only_the_last_thousand_jobs_are_remembered() -> None:
    fences = Fences()
    for number in range(2000):
        fences.is_new(a_claimed(id=f"018f0000-0000-7000-8000-{number:012}"))
    assert len(fences._seen) == Fences.MOST
