"""Pairing, the machine's side of it (RFC 8628): a code for somebody to approve, and the asking for the answer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engawa_agent.api import Api
from engawa_agent.errors import Busy, Exit, Refused, ServerAway, Stop

SLOWER_SECONDS = 5.0
LEAST_SECONDS = 1.0
POLL_SECONDS = 10.0  # a lost answer can be asked for again
# The server's ten minutes began a little before ours.
EARLY_SECONDS = 2.0


@dataclass(frozen=True)
class Asked:
    """What this machine says of itself; whoever approves it sees that."""

    machine: str
    user: str
    engines: Sequence[str]

    def document(self) -> dict[str, Any]:
        """As long as the server takes it."""
        return {"machine": self.machine[:200], "user": self.user[:200], "engines": list(self.engines[:50])}


@dataclass(frozen=True)
class Code:
    """`user_code` is for people, `device_code` is a secret; `lives` and `interval` in seconds."""

    user_code: str
    device_code: str = field(repr=False)
    lives: float
    interval: float


def start(api: Api, asked: Asked) -> Code:
    """Raises Refused or ServerAway."""
    answer = api.call("POST", "/api/pairing/start", asked.document()).json
    try:
        codes = str(answer["userCode"]), str(answer["deviceCode"])
        return Code(*codes, float(answer["expiresIn"]), max(float(answer["interval"]), LEAST_SECONDS))
    except (LookupError, TypeError, ValueError) as error:
        raise ServerAway("what answered is not an Engawa server (it gave no code)") from error


def wait(
    api: Api,
    code: Code,
    tell: Callable[[str], object],
    *,
    clock: Callable[[], float],
    sleep: Callable[[float], object],
) -> Mapping[str, Any]:
    """The server's answer with the new token, once the code is approved; asked for again while the server is away,
    which `tell` is told once. Raises Stop for a code that is denied or over.
    """
    over, pause, away = clock() + code.lives - EARLY_SECONDS, code.interval, False
    while (left := over - clock()) > 0:
        sleep(min(pause, left))
        try:
            answer = _poll(api, code)
        except Busy as busy:
            pause = max(pause, busy.retry_after or 0)
            continue
        except ServerAway as gone:
            if not away:
                tell(f"Server away: {gone.reason}. Trying until it is back or the code is over.")
            away = True
            continue
        if away:
            tell("Server back.")
        away = False
        if isinstance(answer, Mapping):
            return answer
        pause += answer
    raise _over(api.url)


def _poll(api: Api, code: Code) -> Mapping[str, Any] | float:
    """The answer of an approved code, else by how many seconds less often to ask. Raises Stop, Refused, ServerAway."""
    try:
        body = {"deviceCode": code.device_code}
        return _approved(api.call("POST", "/api/pairing/poll", body, timeout=POLL_SECONDS).json)
    except Refused as refused:
        match refused.code:
            case "authorization_pending":
                return 0.0
            case "slow_down":
                return SLOWER_SECONDS
            case "access_denied":
                message = "Whoever looked at the code said no."
                raise Stop(Exit.NO_ACCESS, "E_DENIED", message, "Ask them why, then pair again.") from refused
            case "expired_token":
                raise _over(api.url) from refused
        raise


def _approved(answer: Any) -> Mapping[str, Any]:
    if not isinstance(answer, dict) or not isinstance(answer.get("token"), str):
        raise ServerAway("what answered is not an Engawa server (it gave no token)")
    return answer


def _over(url: str) -> Stop:
    message = "The code is over: nobody approved it in time."
    return Stop(Exit.FAILED, "E_EXPIRED", message, f"engawa pair --url {url}   (shows a new one)")
