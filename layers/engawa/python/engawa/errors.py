"""What a caller can be told: each error knows its status and its code."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError


class EngawaError(Exception):
    """A sentence for the caller, with the HTTP status and the code that clients branch on."""

    status = 500
    code = "internal"
    retry_after: int | None = None  # seconds, where coming again helps


class Invalid(EngawaError):
    status, code = 400, "invalid"


class AuthorizationPending(EngawaError):
    """RFC 8628, 3.5, as the three below: nobody has answered the code yet."""

    status, code = 400, "authorization_pending"


class SlowDown(EngawaError):
    status, code = 400, "slow_down"


class AccessDenied(EngawaError):
    status, code = 400, "access_denied"


class ExpiredToken(EngawaError):
    status, code = 400, "expired_token"


class Unauthorized(EngawaError):
    status, code = 401, "unauthorized"


class Forbidden(EngawaError):
    status, code = 403, "forbidden"


class NotFound(EngawaError):
    """Says nothing about the id, so that an id of another workspace and one that never was look the same."""

    status, code = 404, "not_found"

    def __init__(self, message: str = "There is no such thing here.") -> None:
        super().__init__(message)


class Conflict(EngawaError):
    status, code = 409, "conflict"


class StaleClaim(EngawaError):
    """The job went on without this agent: its fence is no longer the job's."""

    status, code = 409, "stale_claim"


class TooLarge(EngawaError):
    status, code = 413, "too_large"


class Unprocessable(EngawaError):
    status, code = 422, "unprocessable"


class Busy(EngawaError):
    """The table asked to be called again a little later: the caller's turn to wait, not a fault."""

    status, code = 429, "busy"
    retry_after = 1  # seconds


class TooMany(EngawaError):
    """The workspace is at a limit of its own, so that a noisy one harms itself alone."""

    status, code = 429, "too_many"

    def __init__(self, message: str, retry_after: int = 15) -> None:
        super().__init__(message)
        self.retry_after = retry_after


def sentence(error: "ValidationError", whole: str = "body") -> str:
    """What is wrong first, with its place: `nodes[3].id: is not a UUID.`"""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"]).lstrip(".")
    if first["type"] in ("model_type", "model_attributes_type", "dataclass_type", "dict_type"):
        return f"{place or whole}: must be a JSON object."
    return f"{place or whole}: {first['msg'].removeprefix('Value error, ').rstrip('.')}."
