"""What can go wrong between this machine, the cloud and an engine, and what the command line says of it."""

from enum import IntEnum


class Exit(IntEnum):
    """Exit codes; `engawa --help` lists them."""

    DONE = 0
    FAILED = 1
    WRONG_USE = 2
    NO_ENGINE = 3
    NO_ACCESS = 4
    SERVER_AWAY = 5
    INTERRUPTED = 130


class Stop(Exception):
    """Ends the command: `message` says what happened and why, `hint` what to do next, `code` is stable."""

    def __init__(self, exit_code: int, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.exit_code = int(exit_code)
        self.code = code
        self.message = message
        self.hint = hint


class Refused(Exception):
    """The server understood and said no: a 4xx with its own code, such as `stale_claim`."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


class NoAccess(Refused):
    """401 or 403: the token is unknown, revoked, or not for this."""


class ServerAway(Exception):
    """No usable answer: refused connection, time out, 5xx, or something else answering in its place. `lost`: the
    request had been sent, so that it may have been acted on.
    """

    def __init__(self, reason: str, retry_after: float | None = None, *, lost: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.retry_after = retry_after
        self.lost = lost


class Busy(ServerAway):
    """429: the server is there and asks to be called later. `code` is `too_many` at a limit of the workspace, `busy`
    while the table is; whoever only waits and tries again may treat it as away.
    """

    def __init__(self, code: str, message: str, retry_after: float | None = None) -> None:
        super().__init__(message, retry_after)
        self.code = code
        self.message = message


class EngineError(Exception):
    """An engine gave no answer. `retryable`: the same job may succeed later, here or elsewhere."""

    def __init__(self, message: str, retryable: bool, code: str) -> None:
        super().__init__(message)
        self.message = message
        self.retryable = retryable
        self.code = code


class Cancelled(Exception):
    """The run was ended because its cancel event was set; nobody waits for the answer."""


def as_stop(error: Exception) -> Stop | None:
    """What the command line makes of an error, or None for one that nobody expected."""
    match error:
        case Stop():
            return error
        case NoAccess(status=403):
            return Stop(Exit.NO_ACCESS, "E_NO_SCOPE", f"This token may not do that: {error.message}", LOG_IN)
        case NoAccess():
            return Stop(
                Exit.NO_ACCESS,
                "E_NO_ACCESS",
                f"The server does not accept this token: {error.message}",
                LOG_IN,
            )
        case Refused():
            return Stop(
                _refused_exit(error.status),
                "E_REFUSED",
                f"The server said no: {error.message} ({error.code})",
            )
        case Busy():
            wait = f"{error.retry_after:g} s" if error.retry_after else "a moment"
            message = f"The server said no for now: {error.message} ({error.code})"
            return Stop(Exit.FAILED, "E_BUSY", message, f"Try again in {wait}.")
        case ServerAway():
            return Stop(Exit.SERVER_AWAY, "E_SERVER_AWAY", f"The server is away: {error.reason}", SERVER_HINT)
    return None


LOG_IN = "engawa login --url URL   (asks for a token), or for an agent: engawa pair --url URL"
SERVER_HINT = "Check the address (--url, ENGAWA_URL or `engawa login`), then try again."


def _refused_exit(status: int) -> Exit:
    """Bad input is the caller's to mend; a conflict or anything else is a failure of the work."""
    return Exit.WRONG_USE if status in (400, 404, 413, 415, 422) else Exit.FAILED
