"""What API Gateway makes of a function's result."""

import base64
import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Answer:
    """A response's status, headers and body."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def message(status: int, text: str) -> Answer:
    """An answer of API Gateway's own."""
    return Answer(status, (("content-type", "application/json"),), json.dumps({"message": text}).encode())


def of(result: Any) -> Answer:
    """`result` in payload 2.0; one without `statusCode` is taken whole for the body. Raises ValueError."""
    if not isinstance(result, dict) or "statusCode" not in result:
        return Answer(200, (("content-type", "application/json"),), json.dumps(result).encode())
    headers = [(str(name), str(value)) for name, value in (result.get("headers") or {}).items()]
    if not any(name.lower() == "content-type" for name, _ in headers):
        headers.append(("content-type", "text/plain; charset=utf-8"))
    cookies = [("set-cookie", str(cookie)) for cookie in result.get("cookies") or ()]
    return Answer(int(result["statusCode"]), (*headers, *cookies), _body(result))


def _body(result: dict[str, Any]) -> bytes:
    body = result.get("body")
    if body is None:
        return b""
    if not isinstance(body, str):
        raise ValueError(f"a body must be a string, and this one is a {type(body).__name__}")
    return base64.b64decode(body, validate=True) if result.get("isBase64Encoded") else body.encode()
