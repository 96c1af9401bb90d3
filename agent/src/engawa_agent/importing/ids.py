"""Ids for the things of one file, unique even where the file's own are not."""

import json
from collections import Counter

from engawa_agent.importing.target import Target


def text_of(own: object) -> str:
    """A file's own id as text; empty for what cannot be one. Scripts write numbers: 7 and "7" are the same id."""
    if isinstance(own, str):
        return own
    return json.dumps(own) if isinstance(own, int | float) and not isinstance(own, bool) else ""


class Ids:
    """Hands out one id for each thing; `known` leads from the file's own ids to the first that bore them."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._times: Counter[str] = Counter()
        self.known: dict[str, str] = {}

    def claim(self, own: str, place: str) -> str:
        """The id for the thing at `place` (a JSON pointer), whose id in the file is `own`, or empty."""
        if not own:
            return self._target.id_of("", place)
        self._times[own] += 1
        if own in self.known:
            return self._target.id_of(own, str(self._times[own]))
        self.known[own] = self._target.id_of(own)
        return self.known[own]
