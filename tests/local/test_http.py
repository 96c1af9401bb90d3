"""The server itself: real connections to a function of the test's own."""

import http.client
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import Any

import pytest

from local.functions import Functions
from local.gateway import Gateway
from local.http import MAX_BODY_BYTES, Server, serving
from local.routes import Routes
from local.template import Route
from local.trouble import Trouble


def handle(event: Any, _: Any) -> Any:
    match event["rawPath"]:
        case "/raise":
            raise KeyError("a secret detail")
        case "/empty":
            return {"statusCode": 204}
        case "/wrong":
            return {"statusCode": 200, "body": {}}
    return {
        "statusCode": 200,
        "headers": {"content-type": "application/json", "x-a": "1"},
        "body": json.dumps(event),
    }


@contextmanager
def a_server() -> Iterator[int]:
    gateway = Gateway(Routes([Route("ANY", None, "Any")]), Functions({"Any": handle}))
    with Server(0) as server, serving(server, gateway.respond):
        yield server.server_port


@contextmanager
def a_connection() -> Iterator[http.client.HTTPConnection]:
    with a_server() as port, closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
        yield connection


def ask(connection: http.client.HTTPConnection, method: str, path: str, body: bytes | None = None) -> Any:
    connection.request(method, path, body)
    response = connection.getresponse()
    return response.status, dict(response.headers), response.read()


def test_a_request_becomes_an_event_and_its_result_a_response() -> None:
    with a_connection() as connection:
        status, headers, body = ask(connection, "POST", "/a?b=1", b"text")
    event = json.loads(body)
    assert (status, headers["x-a"]) == (200, "1")
    assert (event["rawPath"], event["rawQueryString"], event["body"]) == ("/a", "b=1", "text")


def test_one_connection_serves_many_requests() -> None:
    with a_connection() as connection:
        ask(connection, "GET", "/")
        first = connection.sock
        ask(connection, "POST", "/", b"x")
        assert connection.sock is first


def test_no_content_has_neither_body_nor_length() -> None:
    with a_connection() as connection:
        status, headers, body = ask(connection, "DELETE", "/empty")
        assert (status, body) == (204, b"")
        assert not {name.lower() for name in headers} & {"content-length", "transfer-encoding"}
        assert ask(connection, "GET", "/")[0] == 200


def test_head_has_the_length_without_the_body() -> None:
    with a_connection() as connection:
        _, headers, body = ask(connection, "HEAD", "/")
        assert (int(headers["content-length"]) > 0, body) == (True, b"")
        assert ask(connection, "GET", "/")[0] == 200


@pytest.mark.parametrize("path", ["/raise", "/wrong"])
def test_a_function_that_fails_is_a_500_that_tells_nothing(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    with a_connection() as connection:
        status, _, body = ask(connection, "GET", path)
    assert (status, json.loads(body)) == (500, {"message": "Internal Server Error"})
    assert capsys.readouterr().err


def test_a_body_over_ten_megabytes_is_refused_to_the_end() -> None:
    with a_connection() as connection:
        assert ask(connection, "POST", "/", bytes(MAX_BODY_BYTES))[0] == 200
        status, headers, body = ask(connection, "POST", "/", bytes(MAX_BODY_BYTES + 1))
    assert (status, json.loads(body)) == (413, {"message": "Request Entity Too Large"})
    assert headers["connection"] == "close"


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", b"411"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", b"400"),
        (b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n", b"501"),
        (b"nonsense\r\n\r\n", b"400"),
    ],
)
def test_what_is_not_a_request_gets_json_too(head: bytes, status: bytes) -> None:
    with a_connection() as connection:
        connection.connect()
        connection.sock.sendall(head)
        received = b"".join(iter(lambda: connection.sock.recv(65536), b""))
    assert received.split()[1] == status
    assert b'{"message": ' in received


def test_many_threads_at_once() -> None:
    with a_server() as port, ThreadPoolExecutor(16) as pool:

        def one(number: int) -> str:
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
                return str(json.loads(ask(connection, "POST", "/", str(number).encode())[2])["body"])

        assert list(pool.map(one, range(64))) == [str(number) for number in range(64)]


def test_a_port_in_use_is_one_sentence() -> None:
    with (
        a_server() as port,
        pytest.raises(Trouble, match=f"Port {port} cannot be used: Address already in use"),
    ):
        Server(port)


def test_a_port_that_is_none_is_one_sentence() -> None:
    with pytest.raises(Trouble, match="Port 70000 cannot be used"):
        Server(70000)
