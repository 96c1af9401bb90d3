"""Why there is no answer: a stable code, whether to try again, and one sentence that somebody can act on."""

from collections.abc import Iterable
from dataclasses import dataclass

from engawa_agent.cleaning import cleaned
from engawa_agent.errors import EngineError


class PromptError(EngineError):
    """A prompt or options that make no request: the job or the configuration is to be mended."""

    def __init__(self, message: str) -> None:
        super().__init__(message, False, "bad_prompt")


class ProviderError(EngineError):
    """A provider gave no answer. `status`: its HTTP status, if it got that far; `retry_after`: seconds, if it said."""

    def __init__(
        self, message: str, retryable: bool, code: str, status: int | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(message, retryable, code)
        self.status = status
        self.retry_after = retry_after


@dataclass(frozen=True)
class Kind:
    """`sentence` says what happened and what to do; what the server said follows it."""

    code: str
    retryable: bool
    sentence: str


AWAY = Kind("engine_away", True, "The model server failed; the job can be tried again later")
BUSY = Kind("engine_away", True, "The model server asks for fewer requests; the job can be tried again later")
BROKE_OFF = Kind("engine_away", True, "The model server's answer broke off; the job can be tried again")
SILENT = Kind("silent", True, "The model server gave no answer in time; allow it more time or choose a smaller model")
BAD_ANSWER = Kind("bad_answer", True, "The model server's answer cannot be read; check that its address is the API's")
NO_KEY = Kind("not_signed_in", False, "The model server does not accept the key; set a valid one for this engine")
NOT_ALLOWED = Kind(
    "not_signed_in", False, "The key may not use this model or server; set another one or choose another model"
)
NO_QUOTA = Kind(
    "out_of_quota", False, "The account's quota or credit is used up; raise it at the provider or choose another engine"
)
TOO_LONG = Kind(
    "too_long", False, "The text is too long for the model's window; choose a larger model or less material"
)
FILTERED = Kind(
    "content_filter", False, "The provider's content filter stopped it; reword the request or choose another engine"
)
NO_MODEL = Kind("no_model", False, "The model server has no such model; choose one that it has")
NO_ADDRESS = Kind("engine_refused", False, "The model server has nothing at this address; check the base URL")
REFUSED = Kind("engine_refused", False, "The model server refuses the request; check the engine's options")
UNSUPPORTED = Kind("unsupported", False, "The job insists on what this engine cannot do; choose another engine")


def failure(
    kind: Kind,
    said: str = "",
    *,
    status: int | None = None,
    retry_after: float | None = None,
    secrets: Iterable[str] = (),
) -> ProviderError:
    """The error of a kind, with what the server said, shortened and without `secrets`."""
    wait = f" (in {retry_after:.0f} s)" if retry_after is not None and kind.retryable else ""
    line = " ".join(cleaned(said, secrets).split())
    heard = ": ".join(filter(None, [f"status {status}" if status else "", line]))
    message = f"{kind.sentence}{wait}: {heard}" if heard else f"{kind.sentence}{wait}."
    return ProviderError(message, kind.retryable, kind.code, status, retry_after)


def no_connection(server: str) -> ProviderError:
    """Nobody listens at `server` (host and port)."""
    return ProviderError(f"Nothing answers at {server}; start the model server there.", True, "engine_away")


def timed_out(server: str, seconds: float) -> ProviderError:
    message = f"{server} gave no answer within {seconds:.0f} s; allow it more time or choose a smaller model."
    return ProviderError(message, True, "silent")
