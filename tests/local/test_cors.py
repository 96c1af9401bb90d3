"""What a page on another origin gets to see, with the configuration of the real template."""

from functools import cache
from pathlib import Path

import pytest

from local import cors, template
from local.answer import Answer
from local.cors import Cors
from local.payload import Request
from local.trouble import Trouble

ROOT = Path(__file__).parents[2]
APP = "https://app.example.com"
PREFLIGHT = {"Origin": APP, "Access-Control-Request-Method": "PATCH", "Access-Control-Request-Headers": "content-type"}


@cache
def configured(*origins: str) -> Cors:
    read = cors.of(template.read(ROOT / "template.yaml", {"CorsOrigins": ",".join(origins)}).cors)
    assert read
    return read


def respond(request: Request) -> Answer:
    """A function that has an opinion on CORS of its own."""
    return Answer(200, (("content-type", "text/plain"), ("Access-Control-Allow-Origin", "https://own")), b"answer")


def ask(origins: tuple[str, ...], method: str, headers: dict[str, str]) -> Answer:
    request = Request(method, "/api/nodes", "HTTP/1.1", tuple(headers.items()), b"", "127.0.0.1")
    return configured(*origins).around(respond)(request)


def test_without_an_origin_there_is_no_cors() -> None:
    assert cors.of(template.read(ROOT / "template.yaml", {}).cors) is None


def test_a_preflight_is_answered_as_the_template_says() -> None:
    answer = ask((APP,), "OPTIONS", PREFLIGHT)
    assert (answer.status, answer.body) == (204, b"")
    assert dict(answer.headers) == {
        "access-control-allow-origin": APP,
        "access-control-allow-methods": "GET,POST,PATCH,DELETE",
        "access-control-allow-headers": "authorization,content-type,idempotency-key",
        "access-control-max-age": "600",
    }


def test_another_origin_is_permitted_nothing() -> None:
    elsewhere = PREFLIGHT | {"Origin": "https://elsewhere.example.com"}
    assert ask((APP,), "OPTIONS", elsewhere) == Answer(204, (), b"")


@pytest.mark.parametrize("missing", ["Origin", "Access-Control-Request-Method"])
def test_options_that_are_no_preflight_go_to_the_functions(missing: str) -> None:
    headers = {name: value for name, value in PREFLIGHT.items() if name != missing}
    assert ask((APP,), "OPTIONS", headers).body == b"answer"


def test_what_a_function_answers_can_be_read_by_the_allowed_page_and_its_own_headers_count_nothing() -> None:
    answer = ask((APP,), "GET", {"origin": APP})
    assert (answer.status, answer.body) == (200, b"answer")
    assert answer.headers == (
        ("content-type", "text/plain"),
        ("access-control-allow-origin", APP),
        ("access-control-expose-headers", "x-next-cursor,x-poll-after-ms,retry-after"),
    )


@pytest.mark.parametrize("headers", [{}, {"origin": "https://elsewhere.example.com"}, {"origin": "null"}])
def test_nobody_else_is_allowed_anything(headers: dict[str, str]) -> None:
    assert ask((APP,), "GET", headers).headers == (("content-type", "text/plain"),)


@pytest.mark.parametrize(
    ("allowed", "origin", "said"),
    [
        ("*", "http://localhost:5173", "*"),
        ("https://*", APP, APP),
        ("https://*", "http://app.example.com", None),
        (f"{APP}, http://localhost:5173", "http://localhost:5173", "http://localhost:5173"),
        (APP, f"{APP}:8443", None),
        (APP, "https://app.example.com.evil.example", None),
    ],
)
def test_an_origin_is_allowed_whole_or_by_a_star(allowed: str, origin: str, said: str | None) -> None:
    assert dict(ask((allowed,), "GET", {"origin": origin}).headers).get("access-control-allow-origin") == said


@pytest.mark.parametrize("origin", ["app.example.com", f"{APP}/", f"{APP}/page", "https://*.example.com", "ws://x"])
def test_what_is_no_origin_is_one_sentence(origin: str) -> None:
    with pytest.raises(Trouble, match="is not an origin, which looks like https"):
        configured(origin)


@pytest.mark.parametrize("configuration", [True, "*", {"AllowOrigins": ["*"], "AllowCredentials": True}])
def test_a_configuration_that_the_stack_does_not_know_is_one_sentence(configuration: object) -> None:
    with pytest.raises(Trouble, match="knows a CorsConfiguration of AllowOrigins"):
        cors.of(configuration)
