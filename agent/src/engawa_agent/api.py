"""Speaks the wire to the cloud: JSON over HTTPS, one bearer token, errors sorted into refused and away."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import httpx

from engawa_agent import __version__
from engawa_agent.bearer import Bearer
from engawa_agent.errors import Busy, NoAccess, Refused, ServerAway

# API Gateway gives up after 30 s; a connection that takes longer than 5 s will not come about.
TIMEOUT = httpx.Timeout(35.0, connect=5.0)
# The connection stood, and the answer did not come.
LOST = (httpx.ReadError, httpx.ReadTimeout, httpx.RemoteProtocolError)


@dataclass(frozen=True)
class Reply:
    """A 2xx answer; `json` is None when there is no body, header names are in lower case."""

    status: int
    json: Any
    headers: Mapping[str, str]


class Api:
    """One server and one token, or none for what is open to everybody. May be used from several threads at once."""

    def __init__(self, url: str, token: str = "", *, transport: httpx.BaseTransport | None = None) -> None:
        self.url = url.rstrip("/")
        self.bearer = Bearer(token)
        self._http = httpx.Client(
            base_url=self.url,
            transport=transport,
            timeout=TIMEOUT,
            # A redirect would carry the token to another place,
            # and a proxy has no business with this machine's own ports.
            follow_redirects=False,
            trust_env=not is_loopback(url),
            headers={"user-agent": f"engawa-agent/{__version__}"},
        )

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        params: Mapping[str, str | int] | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float | None = None,
    ) -> Reply:
        """Send one request. Raises Refused (NoAccess for 401 and 403) or ServerAway (Busy for 429)."""
        extra = dict(headers or {})
        content = None
        if body is not None:
            content = encode(body)
            extra["content-type"] = "application/json"
        try:
            with self.bearer.lent() as token:
                response = self._http.request(
                    method,
                    path,
                    content=content,
                    params=params,
                    headers={"authorization": f"Bearer {token}", **extra} if token else extra,
                    timeout=TIMEOUT if timeout is None else timeout,
                )
        except (httpx.LocalProtocolError, UnicodeEncodeError):
            # The error's own text holds the header, and so the token: it must not even be its context.
            message = "It holds a line break or another sign that no header can carry."
            raise NoAccess(401, "bad_token", message) from None
        except httpx.InvalidURL as error:
            raise Refused(400, "bad_url", str(error)) from error
        except httpx.HTTPError as error:
            raise ServerAway(_reason(error, self.url), lost=isinstance(error, LOST)) from error
        return _sorted(response)

    def close(self) -> None:
        self._http.close()


def encode(body: Any) -> bytes:
    """The bytes of a JSON body. Half of a surrogate pair, which UTF-8 cannot hold, becomes "?"."""
    return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8", "replace")


def is_loopback(url: str) -> bool:
    """Whether it leads to this machine itself. A name that only begins like an address of it does not."""
    try:
        host = urlsplit(url).hostname or ""
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _sorted(response: httpx.Response) -> Reply:
    status, retry_after = response.status_code, _seconds(response.headers.get("retry-after"))
    if status == 429:
        raise Busy(*_error(response), retry_after)
    if status >= 500 or status == 408:
        raise ServerAway(f"it answered {status}", retry_after)
    if status >= 400:
        raise _refusal(response)
    if status >= 300:
        raise ServerAway(f"something in between answered with a redirect ({status})")
    return Reply(status, _body(response), dict(response.headers))


def _body(response: httpx.Response) -> Any:
    """A captive portal says 200 with a page of HTML; that is not the server."""
    if not response.content:
        return None
    try:
        return response.json()
    except ValueError as error:
        raise ServerAway("what answered is not an Engawa server (no JSON)") from error


def _refusal(response: httpx.Response) -> Refused:
    kind = NoAccess if response.status_code in (401, 403) else Refused
    return kind(response.status_code, *_error(response))


def _error(response: httpx.Response) -> tuple[str, str]:
    """Code and message, also of a refusal that is not in our form."""
    try:
        error = response.json()["error"]
        return str(error["code"]), str(error["message"])
    except (ValueError, LookupError, TypeError):
        return f"http_{response.status_code}", f"status {response.status_code}"


def _reason(error: httpx.HTTPError, url: str) -> str:
    if isinstance(error, httpx.TimeoutException):
        return f"{url} did not answer in time"
    return f"{url} cannot be reached ({error})" if str(error) else f"{url} closed the connection"


def _seconds(header: str | None) -> float | None:
    """Retry-After in seconds; its other form, a date, is not worth a clock."""
    return float(header) if header and header.isdigit() else None
