"""Events in API Gateway's payload 2.0."""

from datetime import UTC, datetime
from typing import Any

from local import payload
from local.payload import Request
from local.routes import Match
from local.template import Route

NOW = datetime(2026, 11, 29, 8, 0, 2, tzinfo=UTC)


def an_event(
    target: str = "/api/echo",
    *headers: tuple[str, str],
    body: bytes = b"",
    parameters: dict[str, str] | None = None,
) -> dict[str, Any]:
    request = Request("POST", target, "HTTP/1.1", headers, body, "127.0.0.1")
    return payload.event(request, Match(Route("POST", "/api/echo", "Echo"), parameters or {}), "an-id", NOW)


def test_the_whole_event() -> None:
    event = an_event("/api/echo?a=1", ("Host", "api.example:80"), ("User-Agent", "test"), body=b'{"x": 1}')
    assert event == {
        "version": "2.0",
        "routeKey": "POST /api/echo",
        "rawPath": "/api/echo",
        "rawQueryString": "a=1",
        "headers": {"host": "api.example:80", "user-agent": "test"},
        "queryStringParameters": {"a": "1"},
        "requestContext": {
            "accountId": "000000000000",
            "apiId": "local",
            "domainName": "api.example:80",
            "domainPrefix": "api",
            "http": {
                "method": "POST",
                "path": "/api/echo",
                "protocol": "HTTP/1.1",
                "sourceIp": "127.0.0.1",
                "userAgent": "test",
            },
            "requestId": "an-id",
            "routeKey": "POST /api/echo",
            "stage": "$default",
            "time": "29/Nov/2026:08:00:02 +0000",
            "timeEpoch": 1795939202000,
        },
        "body": '{"x": 1}',
        "isBase64Encoded": False,
    }


def test_what_is_empty_is_left_out() -> None:
    assert not {"body", "cookies", "queryStringParameters", "pathParameters"} & set(an_event())


def test_repeated_headers_are_joined_under_their_lower_case_name() -> None:
    assert an_event("/", ("X-Tag", "a"), ("x-tag", "b"))["headers"] == {"x-tag": "a,b"}


def test_cookies_have_a_list_of_their_own() -> None:
    event = an_event("/", ("Cookie", "a=1; b=2"))
    assert event["cookies"] == ["a=1", "b=2"]
    assert event["headers"] == {}


def test_the_query_is_decoded_and_repeated_names_are_joined() -> None:
    event = an_event("/?a=%E7%B8%81+x&a=2&empty=")
    assert event["queryStringParameters"] == {"a": "縁 x,2", "empty": ""}
    assert event["rawQueryString"] == "a=%E7%B8%81+x&a=2&empty="


def test_the_path_is_decoded_as_an_http_api_does() -> None:
    event = an_event("/api/a%20b", parameters={"id": "a b"})
    assert event["rawPath"] == event["requestContext"]["http"]["path"] == "/api/a b"
    assert event["pathParameters"] == {"id": "a b"}


def test_text_stays_text() -> None:
    assert an_event(body="縁側".encode())["body"] == "縁側"


def test_other_bytes_are_base64() -> None:
    event = an_event(body=b"\xff\x00")
    assert (event["body"], event["isBase64Encoded"]) == ("/wA=", True)
