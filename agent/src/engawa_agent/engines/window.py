"""How much a model can read: as set, as its server tells, or as its refusals teach."""

from typing import Any

from engawa_agent.engines import Request
from engawa_agent.engines.fitting import fit
from engawa_agent.providers import window_words
from engawa_agent.providers.failures import ProviderError
from engawa_text import tokens
from engawa_text.tokens import Count

# Of the window, for the answer.
RESERVE = 0.25
# A refusal that names no number, or one that we thought we had kept to: our count is off by more than it seemed.
LESS = 0.75


class Window:
    """`tokens` is None as long as nobody knows: then all is sent, and a refusal teaches. `count` gives the tokens of a
    text, `reserve` is the share kept for the answer. May be used by several threads at once.
    """

    def __init__(self, tokens_: int | None = None, count: Count = tokens.estimate, *, reserve: float = RESERVE) -> None:
        self.tokens = tokens_
        self._is_set = tokens_ is not None
        self._told: tuple[str, int | None] = ("", None)
        self._count = count
        self._reserve = reserve

    def tell(self, model: str, tokens_: int | None) -> None:
        """What the server says, at each look. What is set stays, and so does what has been learnt of this model since
        the server last said something else.
        """
        if self._is_set or (model, tokens_) == self._told:
            return
        if tokens_ or model != self._told[0]:
            self.tokens = tokens_
        self._told = (model, tokens_)

    def fit(self, request: Request, answer_tokens: int) -> tuple[Request, dict[str, Any]]:
        """The request with as much of its context as there is room for, and a note of what was left out. Raises
        EngineError `too_long` where even instruction and question are too much.
        """
        if self.tokens is None:
            return request, {}
        # An answer that may be longer than half of the window would leave no room for the question.
        reserve = max(int(self.tokens * self._reserve), min(answer_tokens, self.tokens // 2))
        fitted, note = fit(request, self.tokens - reserve, self._count)
        return fitted, {**note, "window": self.tokens} if note else note

    def learn(self, refusal: ProviderError, sent: Request) -> None:
        """`sent` was too long. What is sent next will be less, whatever the refusal says."""
        told, most = window_words.told(refusal.message), self._count(sent.text())
        known = self.tokens if self.tokens is not None else most + 1
        self.tokens = told if told is not None and told < known else int(min(most / (1 - self._reserve), known) * LESS)
