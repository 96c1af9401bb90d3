"""API Gateway's payload 2.0: what a function gets for a request.

https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
"""

import base64
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl, unquote

from local.cloudformation import ACCOUNT
from local.routes import Match


@dataclass(frozen=True)
class Request:
    """A request as it came in: `target` is the path and query as sent, header names in any case."""

    method: str
    target: str
    protocol: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    source_ip: str

    @property
    def path(self) -> str:
        """As sent, still encoded."""
        return self.target.partition("?")[0]

    @property
    def query(self) -> str:
        """As sent, without the question mark."""
        return self.target.partition("?")[2]


def event(request: Request, match: Match, request_id: str, now: datetime) -> dict[str, Any]:
    """The event for `request`. What API Gateway leaves out when it is empty is absent here too."""
    headers = _joined((name.lower(), value) for name, value in request.headers)
    cookies = headers.pop("cookie", "")
    body, encoded = _body(request.body)
    optional = {
        "cookies": [each.strip() for each in cookies.split(";")] if cookies else None,
        "queryStringParameters": _joined(parse_qsl(request.query, keep_blank_values=True)),
        "pathParameters": match.parameters,
        "body": body,
    }
    return {
        "version": "2.0",
        "routeKey": match.route.key,
        # An HTTP API decodes what it calls raw.
        "rawPath": unquote(request.path),
        "rawQueryString": request.query,
        "headers": headers,
        "requestContext": _context(request, match, headers, request_id, now),
        **{key: value for key, value in optional.items() if value},
        "isBase64Encoded": encoded,
    }


def _context(request: Request, match: Match, headers: dict[str, str], request_id: str, now: datetime) -> dict[str, Any]:
    domain = headers.get("host", "localhost")
    return {
        "accountId": ACCOUNT,
        "apiId": "local",
        "domainName": domain,
        "domainPrefix": domain.partition(".")[0],
        "http": {
            "method": request.method,
            "path": unquote(request.path),
            "protocol": request.protocol,
            "sourceIp": request.source_ip,
            "userAgent": headers.get("user-agent", ""),
        },
        "requestId": request_id,
        "routeKey": match.route.key,
        "stage": "$default",
        "time": now.strftime("%d/%b/%Y:%H:%M:%S %z"),
        "timeEpoch": int(now.timestamp() * 1000),
    }


def _joined(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """A name that comes several times has its values joined by commas."""
    values: dict[str, list[str]] = {}
    for name, value in pairs:
        values.setdefault(name, []).append(value)
    return {name: ",".join(each) for name, each in values.items()}


def _body(body: bytes) -> tuple[str, bool]:
    try:
        return body.decode("utf-8"), False
    except UnicodeDecodeError:
        return base64.b64encode(body).decode("ascii"), True
