"""Chance from a seed, also where the product draws for itself."""

import random
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any

from engawa import instants


@contextmanager
def replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    """`owner.name` is `value` for a while."""
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


@contextmanager
def seeded(seed: int) -> Iterator[random.Random]:
    """A source for the world. The product's jitter and its ids come from the same seed meanwhile."""
    state = random.getstate()
    random.seed(seed)
    ids = random.Random(f"ids {seed}")  # noqa: S311 no secret
    try:
        with ExitStack() as meanwhile:
            meanwhile.enter_context(replaced(secrets, "randbits", ids.getrandbits))
            meanwhile.enter_context(replaced(secrets, "token_bytes", lambda size=None: ids.randbytes(size or 32)))
            # A third of the time went into writing and reading the same few instants.
            for name in ("write", "read"):
                meanwhile.enter_context(replaced(instants, name, cache(getattr(instants, name))))
            yield random.Random(f"world {seed}")  # noqa: S311 no secret
    finally:
        random.setstate(state)
