"""API Gateway's part: a request to the routed function's event, the function's result to an answer."""

import sys
import uuid
from datetime import UTC, datetime

from local import answer, payload
from local.answer import Answer
from local.functions import Crashed, Functions
from local.payload import Request
from local.routes import Routes

INTERNAL_ERROR = answer.message(500, "Internal Server Error")


class Gateway:
    """The routes and the functions behind them."""

    def __init__(self, routes: Routes, functions: Functions) -> None:
        self._routes = routes
        self._functions = functions

    def respond(self, request: Request) -> Answer:
        """What the routed function says, or API Gateway in its stead."""
        match = self._routes.match(request.method, request.path)
        if match is None:
            return answer.message(404, "Not Found")
        event = payload.event(request, match, str(uuid.uuid4()), datetime.now(UTC))
        try:
            return answer.of(self._functions.call(match.route.function, event))
        except Crashed:
            return INTERNAL_ERROR
        except (TypeError, ValueError) as error:
            sys.stderr.write(f"{match.route.function} answered what API Gateway cannot read: {error}\n")
            return INTERNAL_ERROR
