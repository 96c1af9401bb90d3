"""Answers as API Gateway takes them. Nobody else builds a response."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engawa.errors import EngawaError

Response = dict[str, Any]
JSON = "application/json"

# What a browser is told of every answer: it is no page, and nothing of it may be kept, guessed at or framed.
HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "strict-transport-security": "max-age=31536000",
    "x-content-type-options": "nosniff",
}


@dataclass(frozen=True)
class Answer:
    """For a route whose answer is more than a JSON body with status 200. A body of None is no body; one for which
    `headers` name another type is the text itself.
    """

    body: Any = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


def response(answer: Any) -> Response:
    if not isinstance(answer, Answer):
        answer = Answer(answer, 204 if answer is None else 200)
    headers = {**HEADERS, **answer.headers}
    if answer.body is None:
        return {"statusCode": answer.status, "headers": headers}
    headers = {"content-type": JSON, **headers}
    return {"statusCode": answer.status, "headers": headers, "body": _text(answer.body, headers["content-type"])}


def _text(body: Any, media: str) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")) if media == JSON else str(body)


def refusal(error: EngawaError) -> Response:
    headers = {"retry-after": str(error.retry_after)} if error.retry_after else {}
    return response(Answer({"error": {"code": error.code, "message": str(error)}}, error.status, headers))
