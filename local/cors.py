"""CORS as an HTTP API does it: the gateway answers a browser's preflight, and adds the headers to what the functions
say, whose own it ignores. On AWS the preflight goes by way of the $default route; see functions/console.

https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from local.answer import Answer
from local.payload import Request
from local.trouble import Trouble

# One origin, all of them, or all of one scheme. A browser sends its page's origin without a slash at the end.
ORIGIN = re.compile(r"\*|https?://(\*|[^/\s,*]+)")
PREFIX = "access-control-"

Headers = tuple[tuple[str, str], ...]
Respond = Callable[[Request], Answer]


@dataclass(frozen=True)
class Cors:
    """Who may call from a page, and how; the names are those of a CorsConfiguration."""

    AllowOrigins: tuple[str, ...]
    AllowMethods: tuple[str, ...] = ()
    AllowHeaders: tuple[str, ...] = ()
    ExposeHeaders: tuple[str, ...] = ()
    MaxAge: int | None = None

    def around(self, respond: Respond) -> Respond:
        """`respond` as a browser's page on another origin sees it."""

        def answered(request: Request) -> Answer:
            if _is_preflight(request):
                return Answer(204, self.permissions(_sent(request, "origin")), b"")
            return self._marked(respond(request), _sent(request, "origin"))

        return answered

    def permissions(self, origin: str | None) -> Headers:
        """The headers that answer a preflight: none for an origin that is not allowed."""
        lists = {"methods": self.AllowMethods, "headers": self.AllowHeaders}
        named = [(f"{PREFIX}allow-{name}", ",".join(values)) for name, values in lists.items() if values]
        age = [] if self.MaxAge is None else [(f"{PREFIX}max-age", str(self.MaxAge))]
        allowed = self._origin(origin)
        return (*allowed, *named, *age) if allowed else ()

    def _marked(self, answer: Answer, origin: str | None) -> Answer:
        own = tuple(header for header in answer.headers if not header[0].lower().startswith(PREFIX))
        allowed, exposed = self._origin(origin), ",".join(self.ExposeHeaders)
        also = ((f"{PREFIX}expose-headers", exposed),) if allowed and exposed else ()
        return replace(answer, headers=(*own, *allowed, *also))

    def _origin(self, origin: str | None) -> Headers:
        if origin is None or not any(_covers(allowed, origin) for allowed in self.AllowOrigins):
            return ()
        return ((f"{PREFIX}allow-origin", "*" if "*" in self.AllowOrigins else origin),)


def of(configuration: Any) -> Cors | None:
    """The CorsConfiguration of an HTTP API, resolved; None for none. Raises Trouble."""
    if not configuration:
        return None
    if not isinstance(configuration, Mapping) or set(configuration) - set(Cors.__annotations__):
        known = ", ".join(Cors.__annotations__)
        raise Trouble(f"The local stack knows a CorsConfiguration of {known}, and the template has {configuration!r}.")
    lists = {name: tuple(value) for name, value in configuration.items() if isinstance(value, list)}
    for origin in lists.get("AllowOrigins", ()):
        if not ORIGIN.fullmatch(origin):
            raise Trouble(f"{origin!r} is not an origin, which looks like https://app.example.com; or * for all.")
    return Cors(**{"AllowOrigins": (), **configuration, **lists})


def _covers(allowed: str, origin: str) -> bool:
    return origin.startswith(allowed.removesuffix("*")) if allowed.endswith("*") else origin == allowed


def _is_preflight(request: Request) -> bool:
    asks = _sent(request, "origin") and _sent(request, "access-control-request-method")
    return request.method == "OPTIONS" and bool(asks)


def _sent(request: Request, wanted: str) -> str | None:
    return next((value for name, value in request.headers if name.lower() == wanted), None)
