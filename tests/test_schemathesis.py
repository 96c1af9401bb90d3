"""Schemathesis makes requests from our OpenAPI document; the local stack's answers are held against it.

The cases at the limits of every schema come first, then invented ones. Most are given ids that exist and a token that
may do what is asked, or nothing would be seen but refusals.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
import requests

import contract
from tools import stack

CASES = int(os.environ.get("FUZZ_CASES", "2500"))
SEED = int(os.environ.get("FUZZ_SEED", "1"))
A_STACK_LASTS = 5000  # cases: lists of all there is grow with each
LEAST_SUCCESSES = 0.3  # of all cases
# A token must be an hour old before it is replaced; tests of the function see what is answered then.
NEVER_HERE = {"POST /api/tokens/rotate"}
# The pace of a fuzzer is no team's; mock mode would leave no job for an agent.
DEPLOYED = {"MAX_CREATIONS_A_MINUTE": "0", "MOCK_MODE": "off"}

Send = Callable[[Any, Random], None]


@contextmanager
def a_stack(run: Any) -> Iterator[Send]:
    """A team on a stack of its own; what sends a case there and counts it for `run`."""
    from fuzz_team import Team

    with pytest.MonkeyPatch.context() as patched, requests.Session() as session:
        for name, value in DEPLOYED.items():
            patched.setenv(name, value)
        session.trust_env = False
        with stack.started("--port", "0") as child:
            team = Team(stack.ready(child), session)
            yield lambda case, dice: run.send(team, session, case, dice)


def loaded() -> Any:
    """The document as schemathesis reads it; tokens are ours to choose."""
    import schemathesis

    settings = {"generation": {"with-security-parameters": False}}
    schema = schemathesis.openapi.from_dict(contract.DOCUMENT, config=schemathesis.Config.from_dict(settings))
    schema.validate()
    return schema


def at_the_limits(schema: Any, operations: list[Any]) -> list[Any]:
    """Each limit of each schema, just kept and just broken."""
    from schemathesis import GenerationMode

    options: dict[str, Any] = {
        "generation_modes": list(GenerationMode),
        "generation_config": schema.config.generation,
    }
    cases = [case for operation in operations for case in schema.iter_coverage_cases(operation, **options)]
    # Other methods of a path are answered by the route for what no other route answers.
    return [case for case in cases if case.method == case.operation.method.upper()]


def invent(operations: list[Any], count: int, seed: int, send: Send) -> None:
    """`count` cases, three of four as the schemas want them."""
    import hypothesis
    from hypothesis import strategies
    from schemathesis import GenerationMode

    modes = [*[GenerationMode.POSITIVE] * 3, GenerationMode.NEGATIVE]
    each = [[operation.as_strategy(generation_mode=mode) for mode in modes] for operation in operations]
    case = strategies.sampled_from(each).flatmap(lambda by_mode: strategies.one_of(by_mode))

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=count,
        database=None,
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.generate],
    )
    @hypothesis.given(case, strategies.integers(0, 2**32))
    def one(case: Any, luck: int) -> None:
        send(case, Random(luck))

    one()


@pytest.mark.slow
def test_no_answer_is_beyond_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    from fuzz_run import Run

    run, schema = Run(), loaded()
    operations = [found.ok() for found in schema.get_all_operations()]
    waiting, dice, seed = at_the_limits(schema, operations), Random(SEED), SEED
    dice.shuffle(waiting)
    while run.cases < CASES and not run.wrong:
        with a_stack(run) as send:
            for case in waiting:
                send(case, dice)
            invent(operations, min(A_STACK_LASTS, max(1, CASES - run.cases)), seed, send)
        waiting, seed = [], seed + 1
        with capsys.disabled():
            print(f"\nSchemathesis, seed {SEED}: {run.told()}", flush=True)
    assert not run.wrong, "\n\n".join(f"{mistake}\n{example}" for mistake, example in run.wrong.items())
    seen = {key for key, times in run.successes.items() if times}
    assert seen == {operation.label for operation in operations} - NEVER_HERE
    assert run.successes.total() > LEAST_SUCCESSES * run.cases
