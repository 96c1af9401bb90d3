"""HTTP at the edge: which route is asked for, by whom, with what; and how every answer looks."""

import os
import re
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from aws_lambda_powertools import Logger
from pydantic import BaseModel

from engawa import access, activity, audit, body, settings
from engawa.answer import Response, refusal, response
from engawa.errors import EngawaError, Forbidden, NotFound
from engawa.settings import Settings
from engawa.table import Table
from engawa.workspace import Workspace
from engawa_text import units

Event = Mapping[str, Any]
Texts = Mapping[str, str]


@dataclass(frozen=True)
class Call:
    """A request that may be served: its token is valid, `body` is the route's model, `now` the server's clock."""

    workspace: Workspace
    token: access.Token
    path: Texts
    query: Texts
    headers: Texts  # names in lower case
    body: Any
    now: datetime
    settings: Settings


@dataclass(frozen=True)
class Visit:
    """A request to an open route that takes a body: it has no token, and `place` is the address it came from."""

    table: Table
    body: Any
    place: str
    now: datetime


@dataclass(frozen=True)
class Route:
    """`key` is as API Gateway writes it, "GET /api/nodes/{id}". Without a scope the route is open to everybody."""

    key: str
    serve: Callable[..., Any]
    scope: str | None
    body: type[BaseModel] | None

    def match(self, request: str) -> Texts | None:
        found = _pattern(self.key).fullmatch(request)
        return found.groupdict() if found else None


@cache
def _pattern(key: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(key)))


class Api:
    """The routes of one function, and `handle` as its Lambda handler. Threads may share it: it keeps no request, and
    of the workspaces only when it last noted their activity.
    """

    def __init__(self, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.routes: list[Route] = []
        self._clock = clock
        self._notes = activity.Notes()

    def route(self, key: str, scope: str | None = None, body: type[BaseModel] | None = None) -> Any:
        """Serve `key` with the decorated function: it gets a Call; where the route is open a Visit, or nothing where
        it takes no body.
        """

        def register(serve: Callable[..., Any]) -> Callable[..., Any]:
            self.routes.append(Route(key, serve, scope, body))
            return serve

        return register

    def handle(self, event: Event, context: object = None) -> Response:
        """An HTTP API event (payload format 2.0) to its response. Whatever happens, the answer is one of ours."""
        try:
            return response(self._serve(event))
        except EngawaError as error:
            return refusal(error)
        except Exception as error:  # noqa: BLE001 the outermost edge of the cloud side
            _logger().error("unexpected", extra={"route": event.get("routeKey"), **_place_of(error)})
            return refusal(EngawaError("Something went wrong on our side."))

    def _serve(self, event: Event) -> Any:
        route, path = self._find(event)
        if route.scope is None:
            return route.serve(*self._visit(route, event))
        now = self._clock()
        token = _admitted(route, event, now)
        try:
            call = self._call(route, token, path, event, now)
            answer = route.serve(call)
        except (Forbidden, NotFound) as error:
            _logger().info("refused", extra=audit.refused(route, token, error.code))
            raise
        if written := audit.written(route, call, answer):
            _logger().info("write", extra=written)
        return answer

    def _visit(self, route: Route, event: Event) -> tuple[Visit, ...]:
        if route.body is None:
            return ()
        place = str(event["requestContext"]["http"].get("sourceIp", ""))
        return (Visit(_table(), body.modelled(route.body, body.read(event)), place, self._clock()),)

    def _find(self, event: Event) -> tuple[Route, Texts]:
        http = event["requestContext"]["http"]
        for route in self.routes:
            path = route.match(f"{http['method']} {event['rawPath']}")
            if path is not None:
                return route, path
        raise NotFound(units.whole(f"There is no route {http['method']} {event['rawPath']}."))

    def _call(self, route: Route, token: access.Token, path: Texts, event: Event, now: datetime) -> Call:
        query, headers = event.get("queryStringParameters") or {}, _headers(event)
        token.must_have(route.scope or "")
        given = body.read(event) if route.body else None
        token.must_be_of_workspace(query, given if isinstance(given, dict) else {})
        content = body.modelled(route.body, given) if route.body else None
        workspace = Workspace(_table(), token.workspace_id)
        if route.scope in activity.SCOPES:
            self._notes.note(workspace, now)
        return Call(workspace, token, path, query, headers, content, now, _settings())


def _admitted(route: Route, event: Event, now: datetime) -> access.Token:
    """Whoever calls with a token that is over is known; anybody can send what is none, so that leaves no line."""
    try:
        return access.verify(_table(), _headers(event).get("authorization"), now)
    except access.Over as over:
        tell = _logger().warning if isinstance(over, access.Reused) else _logger().info
        tell("refused", extra=audit.refused(route, over.token, over.reason))
        raise


def _headers(event: Event) -> Texts:
    return {name.lower(): value for name, value in (event.get("headers") or {}).items()}


@cache
def _table() -> Table:
    return Table.from_environment(os.environ)


@cache
def _settings() -> Settings:
    return settings.read(os.environ)


@cache
def _logger() -> Logger:
    return Logger(service="engawa", stream=sys.stderr)


def _place_of(error: Exception) -> dict[str, Any]:
    """What went wrong and where. Not its text: that may hold a user's words, which belong in no log."""
    frames = traceback.extract_tb(error.__traceback__)
    return {"error": type(error).__name__, "at": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]}


def scheduled(
    work: Callable[[Table, datetime, Settings], dict[str, int]],
) -> Callable[[Event, object], dict[str, int]]:
    """A handler for a schedule: `work` on the whole table, its counts in the log."""

    def handle(event: Event, context: object = None) -> dict[str, int]:
        counts = work(_table(), datetime.now(UTC), _settings())
        if any(counts.values()):  # every minute: what did nothing says nothing
            _logger().info("swept", extra=counts)
        return counts

    return handle


def invoked(work: Callable[[Table, Event, datetime], dict[str, Any]]) -> Callable[[Event, object], dict[str, Any]]:
    """A handler for whoever may invoke the function itself, by the account's own rights: there is no route to it."""

    def handle(event: Event, context: object = None) -> dict[str, Any]:
        return work(_table(), event, datetime.now(UTC))

    return handle
