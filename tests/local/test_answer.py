"""What a function's result becomes."""

import pytest

from local import answer


def test_a_result_in_payload_2() -> None:
    made = answer.of({"statusCode": 201, "headers": {"X-A": 1}, "cookies": ["a=1"], "body": "縁"})
    assert made.status == 201
    assert made.headers == (
        ("X-A", "1"),
        ("content-type", "text/plain; charset=utf-8"),
        ("set-cookie", "a=1"),
    )
    assert made.body == "縁".encode()


def test_the_functions_own_content_type_stays() -> None:
    made = answer.of({"statusCode": 200, "headers": {"Content-Type": "text/html"}, "body": "<p>"})
    assert made.headers == (("Content-Type", "text/html"),)


def test_a_base64_body_is_decoded() -> None:
    assert answer.of({"statusCode": 200, "body": "/wA=", "isBase64Encoded": True}).body == b"\xff\x00"


def test_a_result_without_a_status_is_the_body() -> None:
    made = answer.of(["a"])
    assert (made.status, made.body) == (200, b'["a"]')


@pytest.mark.parametrize("body", [{"a": 1}, b"bytes"])
def test_a_body_that_is_no_string_is_refused(body: object) -> None:
    with pytest.raises(ValueError, match="a body must be a string"):
        answer.of({"statusCode": 200, "body": body})
