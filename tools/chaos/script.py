"""What the scripted engine does with a job: drawn before the run, so that the verdict knows what was intended. Pure."""

import random
from dataclasses import dataclass

ANSWER, NOTHING, FAILURE, REFUSAL = "answer", "nothing", "failure", "refusal"

# Seconds. A long one has so much before it when its machine is suspended that it is still at it long after the waking.
SHORT, LONG = (0.3, 4.0), (10.0, 14.0)
LONG_ONES = 0.1
CHILDREN = 0.05
# Of first runs. What a second one does is answer.
ENDINGS = ((FAILURE, 0.04), (NOTHING, 0.03))
REFUSALS = 0.01


@dataclass(frozen=True)
class Act:
    """One run: so many seconds of work, how it ends, and whether it leaves a process behind that ignores SIGTERM."""

    seconds: float
    ending: str = ANSWER
    child: bool = False

    def __str__(self) -> str:
        """As the engine reads it."""
        return f"{self.seconds:.2f} {self.ending} {int(self.child)}"


def drawn(rng: random.Random) -> list[Act]:
    """One job's runs, the first one first; further ones are like the last."""
    if rng.random() < REFUSALS:
        return [_act(rng, REFUSAL)]
    ending = next((ending for ending, rate in ENDINGS if rng.random() < rate), ANSWER)
    return [_act(rng, ending), _act(rng, ANSWER)]


def _act(rng: random.Random, ending: str) -> Act:
    seconds = rng.uniform(*(LONG if rng.random() < LONG_ONES else SHORT))
    return Act(seconds, ending, rng.random() < CHILDREN)


def is_to_fail(acts: list[Act]) -> bool:
    """Whether the job is to end as failed."""
    return acts[0].ending == REFUSAL
