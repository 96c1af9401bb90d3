"""Which route takes a request, by API Gateway's rules.

https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote

from local.template import Route

LITERAL, PARAMETER, GREEDY, DEFAULT = range(4)


@dataclass(frozen=True)
class Match:
    """A route, and its path's parameters, decoded."""

    route: Route
    parameters: dict[str, str]


class Routes:
    """The template's routes, the most specific first: literal segments before `{name}` before `{name+}`."""

    def __init__(self, routes: Iterable[Route]) -> None:
        ordered = sorted(routes, key=_rank)
        self._patterns = [(route, re.compile(_pattern(route.path))) for route in ordered]

    def match(self, method: str, path: str) -> Match | None:
        """The route for `path`, which is as sent, or None where there is not even a `$default`."""
        for route, pattern in self._patterns:
            if route.method in (method, "ANY") and (found := pattern.fullmatch(path)):
                names = _names(route.path)
                return Match(route, {name: unquote(value) for name, value in zip(names, found.groups(), strict=True)})
        return None


def _rank(route: Route) -> tuple[list[int], bool]:
    kinds = [_kind(segment) for segment in route.path.split("/")] if route.path else [DEFAULT]
    return kinds, route.method == "ANY"


def _kind(segment: str) -> int:
    if not segment.startswith("{"):
        return LITERAL
    return GREEDY if segment.endswith("+}") else PARAMETER


def _pattern(path: str | None) -> str:
    if path is None:
        return ".*"
    expressions = {LITERAL: None, PARAMETER: "([^/]+)", GREEDY: "(.+)"}
    return "/".join(expressions[_kind(segment)] or re.escape(segment) for segment in path.split("/"))


def _names(path: str | None) -> list[str]:
    return re.findall(r"\{([^}+]+)\+?\}", path or "")
