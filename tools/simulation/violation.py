"""A broken promise of the queue."""


class Violation(BaseException):
    """`invariant` is the sentence that does not hold. No `Exception`: the sweep goes on after any of those."""

    def __init__(self, invariant: str, detail: str) -> None:
        super().__init__(f"{invariant}: {detail}")
        self.invariant, self.detail = invariant, detail


def demand(holds: bool, invariant: str, *facts: object) -> None:
    """`facts` are written out only where it does not hold."""
    if not holds:
        raise Violation(invariant, "\n  ".join(map(str, facts)))
